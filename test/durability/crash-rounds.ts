/**
 * What a mutation answered is there after a crash: the gateway (or its database server) is killed at a random moment under
 * a load of all three mutations, started again on the same data, and everything that was acknowledged is read back.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type Program, type ProgramAnswer, startProgram } from '../support/program.ts';
import { subscriptionInput } from '../support/subscription-input.ts';

export interface CrashOptions {
  readonly rounds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** What dies; the gateway with SIGKILL unless told otherwise. Resolves when it is dead. */
  readonly crash?: (program: Program) => Promise<void>;
  /** Brings back what must run before the gateway starts again. */
  readonly revive?: () => Promise<void>;
  /** After each round, while the gateway runs. */
  readonly onRound?: (round: number, tally: CrashTally) => void | Promise<void>;
  /** How long the load lasts before the crash: a random time between the two, in milliseconds. */
  readonly loadMs?: readonly [atLeast: number, atMost: number];
}

export interface CrashTally {
  acknowledged: number;
  /** Acknowledged, and not there afterwards, or not as it was acknowledged: must be 0. */
  lost: number;
  /** Sent, and never answered: may be there or not. */
  unanswered: number;
}

type Check = (program: Program) => Promise<boolean>;

const writers = 8;
const createSubscription = `mutation($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { subscription { resourceId externalRef currency createdAt offering { name } } } }`;
const readSubscription = `query($id: ID!) {
  subscription(id: $id) { resourceId externalRef currency createdAt offering { name } } }`;
const createCustomField = `mutation($input: CreateCustomFieldInput!) {
  createCustomField(input: $input) { customField { id resourceId slug validation { integer { maxValue } } } } }`;
const readCustomField = `query($id: ID!) {
  node(id: $id) { ... on CustomField { id resourceId slug validation { integer { maxValue } } } } }`;
const rename = `mutation($input: UpdateApplicationKeyInput!) {
  updateApplicationKey(input: $input) { applicationKey { name updatedAt } } }`;
const readKey = 'query($id: ID!) { applicationKey(id: $id) { name updatedAt } }';

export async function runCrashRounds(options: CrashOptions): Promise<CrashTally> {
  const { rounds, environment, crash = killGateway, revive, onRound, loadMs = [100, 500] } = options;
  const tally: CrashTally = { acknowledged: 0, lost: 0, unanswered: 0 };
  let program = await startProgram(environment);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const checks = await writeUntilCrash({ program, round, crash, tally, loadMs });
      await revive?.();
      program = await startProgram(environment);
      for (const check of checks) if (!(await check(program))) tally.lost += 1;
      tally.acknowledged += checks.length;
      await onRound?.(round, tally);
    }
  } finally {
    await program.stop();
  }
  return tally;
}

async function killGateway(program: Program): Promise<void> {
  await program.stop('SIGKILL');
}

interface Load extends Required<Pick<CrashOptions, 'crash' | 'loadMs'>> {
  readonly program: Program;
  readonly round: number;
  readonly tally: CrashTally;
}

async function writeUntilCrash({ program, round, crash, tally, loadMs: [atLeast, atMost] }: Load): Promise<Check[]> {
  const checks: Check[] = [];
  /** Of the renames only the last acknowledged one must be there, or one that was under way. */
  const renames: { names: string[]; last: unknown } = { names: [], last: null };
  // Slugs are unique for ever, and several runs may share a database.
  const run = randomUUID().slice(0, 8);
  let isCrashing = false;
  let isOver = false;
  const write = async (writer: number) => {
    for (let index = 0; !isOver; index += 1) {
      try {
        const check = await writeOne(program, { name: `${run}-r${round}w${writer}i${index}`, writer, renames });
        checks.push(check);
      } catch (error) {
        // Before the crash every write is acknowledged.
        if (!isOver && !(isCrashing && isConnectionError(error))) throw error;
        tally.unanswered += 1;
        return;
      }
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await Promise.race([sleep(atLeast + Math.random() * (atMost - atLeast)), writing]);
  isCrashing = true;
  await crash(program);
  isOver = true;
  await writing;
  return checks;
}

interface Write {
  readonly name: string;
  readonly writer: number;
  readonly renames: { names: string[]; last: unknown };
}

async function writeOne(program: Program, { name, writer, renames }: Write): Promise<Check> {
  if (writer === 0) return renameKey(program, name, renames);
  return writer % 2 === 0 ? writeCustomField(program, name) : writeSubscription(program, name);
}

async function writeSubscription(program: Program, name: string): Promise<Check> {
  const input = { ...subscriptionInput, externalRef: name };
  const { subscription } = await acknowledged(program, createSubscription, input, 'createSubscription');
  return async (revived) => {
    const data = await read(revived, readSubscription, { id: subscription.resourceId });
    return isSame(data?.subscription, subscription);
  };
}

async function writeCustomField(program: Program, name: string): Promise<Check> {
  const validation = { integer: { maxValue: 9_007_199_254_740_991 } };
  const input = { customApiId: demoIds.customApi, name, slug: name, fieldType: 'INTEGER', validation };
  const { customField } = await acknowledged(program, createCustomField, input, 'createCustomField');
  return async (revived) => {
    const data = await read(revived, readCustomField, { id: customField.id });
    return isSame(data?.node, customField);
  };
}

/** One writer renames one key: the last name that was acknowledged must be there, or one that came after it. */
async function renameKey(program: Program, name: string, renames: Write['renames']): Promise<Check> {
  const id = demoIds.applicationKeys.storefront;
  renames.names.push(name);
  const { applicationKey } = await acknowledged(program, rename, { id, name }, 'updateApplicationKey');
  renames.last = applicationKey;
  return async (revived) => {
    if (renames.last !== applicationKey) return true;
    const data = await read(revived, readKey, { id });
    const later = renames.names.slice(renames.names.indexOf(name));
    return later.includes(data?.applicationKey?.name);
  };
}

/** What is not found is lost; what is refused otherwise is not. */
async function read(program: Program, query: string, variables: object): Promise<ProgramAnswer['data']> {
  const { data, errors } = await program.ask(query, variables);
  const refusals = errors.filter(({ extensions }) => extensions?.code !== 'NOT_FOUND');
  if (refusals.length > 0) throw new Error(`It can't be read whether it is there: ${JSON.stringify(refusals)}`);
  return data;
}

/** The payload; throws when there was none, for whatever reason. */
async function acknowledged(program: Program, mutation: string, input: object, field: string) {
  const { data, errors } = await program.ask(mutation, { input });
  if (!data?.[field]) throw new Unanswered(JSON.stringify(errors));
  return data[field];
}

class Unanswered extends Error {}

/** While the database server dies, the gateway answers UNAVAILABLE: no acknowledgement either. */
function isConnectionError(error: unknown): boolean {
  if (error instanceof Unanswered) return error.message.includes('"UNAVAILABLE"');
  return error instanceof TypeError || (error instanceof Error && 'code' in error);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
