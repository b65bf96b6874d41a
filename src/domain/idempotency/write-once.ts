/**
 * Doing a write once, however often it is sent: the caller names it with a key. The key's row and the effect are one transaction,
 * so that after a crash there are both or neither, and the same key may be sent again. Services and stores know nothing of it.
 */
import { DomainError } from '../errors.ts';
import { formatJsonToParse, parseExactJson } from '../input/exact-json.ts';
import type { ValidateOnly } from '../input/write-input.ts';
import type { RequestContext } from '../request-context.ts';
import { OutcomeUnknown, type Transactions, type WrittenStores } from '../transactions.ts';
import { type KeyedWrite, nameOfKey, toKeyedWrite } from './keyed-write.ts';
import type { IdempotencyKeyStore, Written } from './ports.ts';
import { createRemoveOldKeys } from './remove-old-keys.ts';

export interface WriteOnceOptions<Services> {
  readonly services: Services;
  /** The same services over a transaction's stores. */
  readonly createServices: (stores: WrittenStores) => Services;
  readonly stores: WrittenStores & { readonly transactions: Transactions };
  /** Whether it removes old keys now and then, as one of several processes does. */
  readonly cleansUp: boolean;
  /** Told of old keys that could not be removed, which is tried again later. */
  readonly onCleanUpFailed?: ((error: unknown) => void) | undefined;
}

/** A method of a service that is to be done once for each key. */
export interface IdempotentMethod<Services, Input, Value, Understood = unknown> {
  /** The mutation's name. */
  readonly operation: string;
  /** The input as the service reads it, by which two are the same; null: the service will refuse it. */
  readonly understand: (input: Input, requestContext: RequestContext) => Understood | null;
  readonly method: (services: Services) => (requestContext: RequestContext, input: Input) => Promise<Value | null>;
  /** Where the effect is elsewhere, what it made of an input, as it was understood, since then; absent: that can't be looked up. */
  readonly find?: (services: Services) => FindWritten<Understood, Value> | undefined;
}

export type FindWritten<Understood, Value> = (
  requestContext: RequestContext,
  understood: Understood,
  since: Date,
) => Promise<Value | null>;

/** Makes a method idempotent. */
export type Once<Services> = <Input extends ValidateOnly, Value, Understood>(
  method: IdempotentMethod<Services, Input, Value, Understood>,
) => (requestContext: RequestContext, input: Input) => Promise<Written<Value> | null>;

/**
 * Answers what makes a method idempotent. Where the request has a key, the method runs in one transaction with it, unless the key was
 * answered already: then that answer comes again. What throws leaves the key unused. Without a key, and where only the checks are
 * wanted, the method just runs. The methods throw DomainError CONFLICT while a write with the same key runs, UNPROCESSABLE_ENTITY for
 * another input under the same key, and UNAVAILABLE when nobody knows whether the effect is there.
 */
export function createWriteOnce<Services>({
  services,
  createServices,
  stores: { idempotencyKeys, transactions },
  cleansUp,
  onCleanUpFailed,
}: WriteOnceOptions<Services>): Once<Services> {
  const removeOldKeys = createRemoveOldKeys(idempotencyKeys, onCleanUpFailed);
  /** Keys whose write runs in this process. Those of other processes are seen by the store's lock. */
  const running = new Set<string>();

  async function runOnce<Value>(
    { budget }: RequestContext,
    write: KeyedWrite,
    effect: (services: Services) => Promise<Value | null>,
  ): Promise<Written<Value> | null> {
    const name = nameOfKey(write);
    if (running.has(name)) throw keyInUse();
    running.add(name);
    try {
      return await transactions.run(budget, (bound) =>
        runLocked(bound.idempotencyKeys, write, () => effect(createServices(bound))),
      );
    } catch (error) {
      throw error instanceof OutcomeUnknown ? new OutcomeUnknown(error.cause, sendAgain) : error;
    } finally {
      running.delete(name);
      if (cleansUp) void removeOldKeys(write);
    }
  }

  return function once<Input extends ValidateOnly, Value, Understood>(
    idempotent: IdempotentMethod<Services, Input, Value, Understood>,
  ) {
    return async (requestContext: RequestContext, input: Input): Promise<Written<Value> | null> => {
      const effect = (on: Services) => idempotent.method(on)(requestContext, input);
      const keyed = toKeyed(idempotent, requestContext, input);
      if (!keyed) return toWritten(await effect(services));
      // Looked up before what the input refers to, which may have gone since.
      return (await findWritten<Value>(idempotencyKeys, keyed.write)) ?? runOnce(requestContext, keyed.write, effect);
    };
  };
}

/** Null: the request has no key, only the checks are wanted, or the service will refuse the input. */
export function toKeyed<Input extends ValidateOnly, Understood>(
  { operation, understand }: Pick<IdempotentMethod<never, Input, never, Understood>, 'operation' | 'understand'>,
  requestContext: RequestContext,
  input: Input,
) {
  if (requestContext.idempotencyKey === null || input.validateOnly) return null;
  const understood = understand(input, requestContext);
  const write = understood === null ? null : toKeyedWrite(requestContext, operation, understood);
  return understood !== null && write ? { understood, write } : null;
}

async function runLocked<Value>(
  keys: IdempotencyKeyStore,
  write: KeyedWrite,
  effect: () => Promise<Value | null>,
): Promise<Written<Value> | null> {
  if (!(await keys.tryLock(write))) throw keyInUse();
  const known = await findWritten<Value>(keys, write);
  if (known) return known;
  const written = toWritten(await effect());
  if (written) await keys.insert(write, formatJsonToParse(written.value));
  return written;
}

/** What the key was answered with; null: nothing yet. */
async function findWritten<Value>(keys: IdempotencyKeyStore, write: KeyedWrite): Promise<Written<Value> | null> {
  const known = await keys.find(write);
  if (!known) return null;
  if (known.fingerprint !== write.fingerprint) throw keyOfAnotherInput();
  return { value: parseExactJson(known.outcome) as Value, isReplayed: true };
}

export function toWritten<Value>(value: Value | null): Written<Value> | null {
  return value === null ? null : { value, isReplayed: false };
}

const sendAgain = 'Send it again with the same idempotency key: it happens once.';

export function keyInUse(): DomainError {
  const message = 'A request with the same idempotency key is still running. Try again when it has ended.';
  return new DomainError('CONFLICT', message);
}

export function keyOfAnotherInput(): DomainError {
  const message =
    'The idempotency key was used for another input within the last 24 hours. Use a new key for a new request.';
  return new DomainError('UNPROCESSABLE_ENTITY', message);
}
