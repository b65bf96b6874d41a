/**
 * What a unit of work takes (`src/domain/work-budget.ts`): each shape of request is made as large as the limits allow, and is sent to
 * a gateway in this process, on the demo store in SQLite or in the database that DATABASE_URL names. Counted is the processor time of
 * the main thread, in all and between two turns of the event loop: a machine that is busy with other things does not matter.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../src/app.ts';
import { collectLikeServers } from '../src/cli/heap-flags.ts';
import { readConfig } from '../src/config.ts';
import { demoCredentials } from '../src/demo/application-keys.ts';
import { demoIds } from '../src/demo/demo-ids.ts';
import { loadDemo } from '../src/demo/load-demo.ts';
import { coerceVariables } from '../src/graphql/errors/variable-faults.ts';
import { LimitExceeded } from '../src/graphql/limits/limit-exceeded.ts';
import { createParser } from '../src/graphql/limits/parse-within-limits.ts';
import { measureCost } from '../src/graphql/limits/query-cost.ts';
import { schema } from '../src/graphql/schema/schema.ts';
import { defaultLimits } from '../src/http/limits.ts';
import { createLogger } from '../src/server/logger.ts';
import { fetchFrom } from '../test/support/fetch-from.ts';
import { type Shape, shapes } from './work-shapes.ts';

const rounds = 3;
const parent = demoIds.products.manyChildrenParent;
const { DATABASE_URL } = process.env;

const DATA_DIR = await mkdtemp(join(tmpdir(), 'gateway-units-'));
const config = readConfig({ DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }), LOG_LEVEL: 'silent' });
const app = await createApp(config, createLogger('silent'));
await loadDemo(app.stores.stores, new Date());
collectLikeServers();
const token = (await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date()))?.accessToken;

process.stdout.write(
  '| shape, × how much of it | requested | actual | ms | µs a unit | longest turn, ms | the first time | answer |\n',
);
process.stdout.write('|---|---|---|---|---|---|---|---|\n');
for (const [name, shape] of Object.entries(shapes)) {
  process.stdout.write(`| ${(await measure(name, shape)).join(' | ')} |\n`);
}
await app.stores.close();
await rm(DATA_DIR, { recursive: true });

interface Taken {
  readonly ms: number;
  readonly longestTurnMs: number;
  readonly requested: number;
  readonly actual: number;
  readonly codes: string;
}

async function measure(name: string, shape: Shape): Promise<readonly (string | number)[]> {
  const size = largestAccepted(shape);
  const first = await send(shape.request(size, parent, 0));
  const later: Taken[] = [];
  for (let round = 1; round <= rounds; round += 1) later.push(await send(shape.request(size, parent, round)));
  const least = (of: (taken: Taken) => number) => Math.min(...later.map(of));
  const ms = least((taken) => taken.ms);
  const perUnit = first.actual > 0 ? ((1000 * ms) / first.actual).toFixed(2) : '–';
  const turn = Math.round(least(({ longestTurnMs }) => longestTurnMs));
  const { requested, actual, codes } = first;
  return [
    `${name} × ${size}`,
    requested,
    actual,
    Math.round(ms),
    perUnit,
    turn,
    Math.round(first.longestTurnMs),
    codes,
  ];
}

async function send(request: ReturnType<Shape['request']>): Promise<Taken> {
  const turns = watchTurns();
  const start = processorMs();
  const response = await fetchFrom(app.http)('http://127.0.0.1/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  const text = await response.text();
  const longestTurnMs = turns.end();
  const ms = processorMs() - start;
  await sleep(50);
  const { extensions, errors = [] } = JSON.parse(text);
  const codes = new Set(errors.map((error: { extensions: { code: string } }) => error.extensions.code));
  return { ms, longestTurnMs, ...extensions.cost, codes: [...codes].join(' ') || 'data' };
}

/** How much processor time one turn of the event loop took at most. */
function watchTurns(): { readonly end: () => number } {
  let before = processorMs();
  let longest = 0;
  let isWatching = true;
  const look = () => {
    const now = processorMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  return {
    end() {
      isWatching = false;
      return Math.max(longest, processorMs() - before);
    },
  };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function largestAccepted({ request, max }: Shape): number {
  let [accepted, refused] = [0, max + 1];
  while (refused - accepted > 1) {
    const size = Math.ceil((accepted + refused) / 2);
    if (isAccepted(request(size, parent, 0))) accepted = size;
    else refused = size;
  }
  return accepted;
}

function isAccepted({ query, variables = {} }: ReturnType<Shape['request']>): boolean {
  let document: ReturnType<ReturnType<typeof createParser>>;
  try {
    document = createParser(defaultLimits)(query);
  } catch (error) {
    if (error instanceof LimitExceeded) return false;
    throw error;
  }
  const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition');
  if (!operation) throw new Error(query);
  const coerced = coerceVariables({ schema, document, operation, hasIntrospection: true, maxViolations: 1 }, variables);
  if ('violations' in coerced) throw new Error(JSON.stringify(coerced.violations));
  const { units: cost } = measureCost({
    schema,
    document,
    operation,
    ...coerced,
    pageLength: defaultLimits.pageLength,
  });
  return cost <= defaultLimits.cost && JSON.stringify({ query, variables }).length < defaultLimits.bodyBytes;
}
