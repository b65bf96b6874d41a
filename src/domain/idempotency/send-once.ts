/**
 * Doing a write once that happens elsewhere, on a platform that knows no idempotency keys: there is no transaction around both. The key
 * is stored before the write is sent, and its outcome afterwards. A key without an outcome is never sent again: whether its write was done
 * is known only where what it made can be found (docs/decisions/0020).
 */
import { DomainError, hasCode } from '../errors.ts';
import { formatJsonToParse, parseExactJson } from '../input/exact-json.ts';
import type { ValidateOnly } from '../input/write-input.ts';
import type { RequestContext } from '../request-context.ts';
import { type KeyedWrite, nameOfKey } from './keyed-write.ts';
import type { IdempotencyKeyStore, StoredOutcome, Written } from './ports.ts';
import { createRemoveOldKeys } from './remove-old-keys.ts';
import { type IdempotentMethod, keyInUse, keyOfAnotherInput, type Once, toKeyed, toWritten } from './write-once.ts';

export interface SendOnceOptions<Services> {
  readonly services: Services;
  readonly keys: IdempotencyKeyStore;
  /** How long a write may run in another process that shares the store; 0: there is none. */
  readonly runningMs: number;
  /** Whether it removes old keys now and then, as one of several processes does. */
  readonly cleansUp: boolean;
  /** Told of an outcome that could not be stored: its key stays without one. */
  readonly onKeyFailed?: ((error: unknown) => void) | undefined;
  readonly onCleanUpFailed?: ((error: unknown) => void) | undefined;
}

/**
 * What is stored of a key. `by`: whose token it came with. `hasEnded`: whoever sent it waits no longer; absent: it may still run.
 */
type Outcome = { readonly by: string } & (
  | { readonly isDone: false; readonly hasEnded?: true }
  | { readonly isDone: true; readonly value: unknown }
);

/**
 * Throws DomainError OUTCOME_UNKNOWN while nobody knows whether the write was done; CONFLICT while it runs, and UNPROCESSABLE_ENTITY for
 * another input under the same key.
 */
export function createSendOnce<Services>(options: SendOnceOptions<Services>): Once<Services> {
  const { services, keys, cleansUp, onCleanUpFailed } = options;
  const removeOldKeys = createRemoveOldKeys(keys, onCleanUpFailed);
  const running = new Set<string>();

  async function runOnce<Value>(claimed: Claimed<Value>): Promise<Written<Value> | null> {
    const { write, requestContext } = claimed;
    const name = nameOfKey(write);
    if (running.has(name)) throw keyInUse();
    running.add(name);
    const find = async () => {
      const known = await keys.find(write);
      return known && replayOrFind(options, claimed, known);
    };
    try {
      const known = await find();
      if (known) return known;
      const pending: Outcome = { by: bearerOf(requestContext), isDone: false };
      if (!(await keys.claim(write, formatJsonToParse(pending)))) return (await find()) ?? reject(keyInUse());
      return toWritten(await sendClaimed(options, claimed));
    } finally {
      running.delete(name);
      if (cleansUp) void removeOldKeys(write);
    }
  }

  return <Input extends ValidateOnly, Value, Understood>(
    idempotent: IdempotentMethod<Services, Input, Value, Understood>,
  ) =>
    async (requestContext: RequestContext, input: Input) => {
      const { method, find } = idempotent;
      const effect = () => method(services)(requestContext, input);
      const keyed = toKeyed(idempotent, requestContext, input);
      if (!keyed) return toWritten(await knowingly(requestContext, effect));
      const { understood, write } = keyed;
      const look = async (since: Date) => (await find?.(services)?.(requestContext, understood, since)) ?? null;
      return runOnce({ write, requestContext, effect, look });
    };
}

interface Claimed<Value> {
  readonly write: KeyedWrite;
  readonly requestContext: RequestContext;
  readonly effect: () => Promise<Value | null>;
  /** What it made since then, as far as the request's own credentials show it; null: that is not to be found. */
  readonly look: (since: Date) => Promise<Value | null>;
}

type KeyOptions = Pick<SendOnceOptions<unknown>, 'keys' | 'onKeyFailed' | 'runningMs'>;

/** How far the platform's clock may be behind ours. */
const clockSkewMs = 60_000;

/** The outcome that is stored; or else what the write is found to have made, which is stored as its outcome. */
async function replayOrFind<Value>(
  { keys, onKeyFailed, runningMs }: KeyOptions,
  { write, requestContext, look }: Claimed<Value>,
  known: StoredOutcome,
): Promise<Written<Value>> {
  const by = bearerOf(requestContext);
  try {
    return replay<Value>(known, { write, by, runningMs });
  } catch (error) {
    if (!hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
    // A platform that has no such list, is away or says no: it stays unknown.
    const value = await look(new Date(Date.parse(known.storedAt) - clockSkewMs)).catch(orNull);
    if (value === null) throw error;
    const outcome: Outcome = { by, isDone: true, value };
    await keys.insert(write, formatJsonToParse(outcome)).catch((reason: unknown) => onKeyFailed?.(reason));
    return { value, isReplayed: true };
  }
}

function orNull(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

async function sendClaimed<Value>({ keys, onKeyFailed }: KeyOptions, claimed: Claimed<Value>): Promise<Value | null> {
  const { write, requestContext, effect } = claimed;
  const by = bearerOf(requestContext);
  const store = (outcome: Outcome) => keys.insert(write, formatJsonToParse(outcome));
  // The client is told what became of its write all the same.
  const orTell = (storing: Promise<void>) => storing.catch((error: unknown) => onKeyFailed?.(error));
  const value = await knowingly(requestContext, effect).catch(async (error: unknown) => {
    const isUnknown = hasCode(error, 'OUTCOME_UNKNOWN');
    await orTell(isUnknown ? store({ by, isDone: false, hasEnded: true }) : keys.release(write));
    throw error;
  });
  await orTell(value === null ? keys.release(write) : store({ by, isDone: true, value }));
  return value;
}

/** What fails after a write was done, or may have been, leaves its outcome unknown, whatever it is. */
async function knowingly<Value>({ upstream }: RequestContext, effect: () => Promise<Value>): Promise<Value> {
  const before = upstream?.writes ?? 0;
  try {
    return await effect();
  } catch (error) {
    if ((upstream?.writes ?? 0) === before || hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
    const message =
      'The write was done on the platform, but what it made could not be read. Look before you send it again.';
    throw new DomainError('OUTCOME_UNKNOWN', message, [], { cause: error });
  }
}

function bearerOf({ actor }: RequestContext): string {
  return actor?.clientId ?? '';
}

interface Replaying {
  readonly write: KeyedWrite;
  readonly by: string;
  readonly runningMs: number;
}

function replay<Value>(
  { fingerprint, outcome, storedAt }: StoredOutcome,
  { write, by, runningMs }: Replaying,
): Written<Value> {
  if (fingerprint !== write.fingerprint) throw keyOfAnotherInput();
  const known = parseExactJson(outcome) as Outcome;
  // A client that has a new token by now, or another client: what was made is shown to neither, and sent by neither again.
  if (known.by !== by) throw sentBefore('with another token');
  if (known.isDone) return { value: known.value as Value, isReplayed: true };
  // Clocks of instances differ by less; what was stored later by far was stored before the clock was set back.
  const mayRun = !known.hasEnded && Math.abs(Date.parse(write.now) - Date.parse(storedAt)) < runningMs;
  if (mayRun) throw keyInUse();
  throw sentBefore('and no answer came');
}

function sentBefore(how: string): DomainError {
  const message = `A write with this idempotency key was sent to the platform before, ${how}: whether it was done is not known here. Look, and use a new key if it was not.`;
  return new DomainError('OUTCOME_UNKNOWN', message);
}

function reject(error: DomainError): never {
  throw error;
}
