/** A key's write happens once, whatever is lost on the way: both engines, with the database's commit as the only truth. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { DomainError } from '../../../src/domain/errors.ts';
import type { IdempotencyKeyStore } from '../../../src/domain/idempotency/ports.ts';
import { createWriteOnce } from '../../../src/domain/idempotency/write-once.ts';
import type { RequestContext } from '../../../src/domain/request-context.ts';
import type { WrittenStores } from '../../../src/domain/transactions.ts';
import type { Engine } from '../../../src/storage/engines/engine.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { applicationKey } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** A service whose effect can be counted: a row named like the write. It knows nothing of keys. */
interface Input {
  readonly name: string;
  readonly fail?: 'before' | 'after' | undefined;
  /** Of no consequence but for the key. */
  readonly body?: unknown;
  readonly validateOnly?: boolean;
  /** What its effect waits for. */
  readonly hold?: () => Promise<void>;
}

function createCounted({ applicationKeys }: WrittenStores) {
  return {
    async create(_scope: RequestContext, { name, fail, validateOnly, hold }: Input) {
      if (validateOnly) return null;
      await hold?.();
      if (fail === 'before') throw new Error('crash');
      const key = applicationKey({ name });
      await applicationKeys.insert(key);
      if (fail === 'after') throw new Error('crash');
      return { id: key.id };
    },
  };
}

interface Rotation {
  readonly hash: string;
  readonly validateOnly?: boolean;
}

interface Sent extends Partial<Input> {
  readonly at?: Date;
  readonly operation?: string;
  readonly clientId?: string;
}

interface ProcessOptions {
  readonly onCleanUpFailed?: (error: unknown) => void;
  readonly cleansUp?: boolean;
  /** The look before the transaction. */
  readonly find?: IdempotencyKeyStore['find'];
}

describeEachEngine('a write under a key', (open, engineName) => {
  const opened = useOpened(open);
  let engine: Engine;
  let write: ReturnType<typeof writerOver>;
  beforeAll(async () => {
    engine = opened.engine;
    write = writerOver(engine);
  });
  const removals: Promise<void>[] = [];
  // What a later write forgets may have been written by the next test.
  afterEach(() => Promise.allSettled(removals.splice(0)));

  function noted(removal: Promise<void>): Promise<void> {
    removals.push(removal);
    return removal;
  }

  /** Sends what is to be done, under a key of the same name; null: under none. */
  function writerOver(on: Engine, { onCleanUpFailed, cleansUp = true, find }: ProcessOptions = {}) {
    const { idempotencyKeys: keys, ...others } = createStores(on);
    const removeBefore = (moment: string) => noted(keys.removeBefore(moment));
    const stores = { ...others, idempotencyKeys: { ...keys, removeBefore, ...(find && { find }) } };
    const services = createCounted(stores);
    const once = createWriteOnce({ services, createServices: createCounted, stores, cleansUp, onCleanUpFailed });
    return (
      name: string,
      { at = now, operation = 'createSubscription', clientId = 'test', ...input }: Sent = {},
      idempotencyKey: string | null = name,
    ) => {
      const context = writingContext(at);
      const actor = context.actor && { ...context.actor, clientId };
      const understand = ({ body = null }: Input) => ({ body });
      const create = once({ operation, understand, method: ({ create }) => create });
      return create({ ...context, actor, idempotencyKey }, { name, ...input });
    };
  }

  async function effects(name: string): Promise<number> {
    const { rows } = await sql<{
      n: number | string;
    }>`select count(*) as n from application_key where name = ${name}`.execute(engine.reader);
    return Number(rows[0]?.n);
  }

  it('is answered the same again, marked as replayed', async () => {
    const first = await write('same', { body: 1 });
    expect(first).toEqual({ value: { id: expect.any(String) }, isReplayed: false });
    expect(await write('same', { body: 1 })).toEqual({ value: first?.value, isReplayed: true });
    const almostADay = new Date(later(24).getTime() - 1);
    expect(await write('same', { body: 1, at: almostADay })).toMatchObject({ isReplayed: true });
    expect(await effects('same')).toBe(1);
  });

  it('with another input is refused', async () => {
    await write('other', { body: 1 });
    await expect(write('other', { body: 2 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
    expect(await effects('other')).toBe(1);
  });

  it('of another client, another mutation, or a day later is another write', async () => {
    await write('shared');
    await write('shared', { clientId: 'somebody else' });
    await write('shared', { operation: 'createCustomField' });
    expect(await write('shared', { at: later(24) })).toMatchObject({ isReplayed: false });
    expect(await effects('shared')).toBe(4);
  });

  it('of another client, or another mutation, that runs at the same time is another write, too', async () => {
    const others = [{ clientId: 'somebody else' }, { operation: 'createCustomField' }];
    const sent = await Promise.all([write('at once'), ...others.map((other) => write('at once', other))]);
    expect(sent.map((written) => written?.isReplayed)).toEqual([false, false, false]);
  });

  it('without a key happens each time', async () => {
    for (const _ of [1, 2]) expect(await write('keyless', {}, null)).toMatchObject({ isReplayed: false });
    expect(await effects('keyless')).toBe(2);
  });

  it('that is only validated leaves the key unused', async () => {
    expect(await write('validated', { validateOnly: true })).toBeNull();
    expect(await write('validated', { body: 'another' })).toMatchObject({ isReplayed: false });
    expect(await write('validated', { validateOnly: true, body: 'a third' })).toBeNull();
  });

  it('that fails leaves the key unused', async () => {
    await expect(write('failing', { fail: 'before' })).rejects.toThrow('crash');
    await expect(write('failing', { fail: 'after' })).rejects.toThrow('crash');
    expect(await effects('failing')).toBe(0);
    expect(await write('failing', { body: 'another' })).toMatchObject({ isReplayed: false });
    expect(await effects('failing')).toBe(1);
  });

  it('happens once when fifty are sent at once: the others are told so, or get its answer', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        write('contested').then(
          (written) => (written?.isReplayed ? 'replayed' : 'written'),
          ({ code }: DomainError) => code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    const others = outcomes.filter((outcome) => outcome !== 'written');
    expect(others).toContain('CONFLICT');
    expect(others.filter((outcome) => outcome !== 'CONFLICT' && outcome !== 'replayed')).toEqual([]);
    expect(await effects('contested')).toBe(1);
  });

  it('of two processes at once happens once', async () => {
    const processes = [write, writerOver(engine)];
    const outcomes = await Promise.allSettled(processes.map((send) => send('of two')));
    const ended = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : (outcome.value?.isReplayed ?? 'nothing'),
    );
    expect(ended.filter((outcome) => outcome === false)).toHaveLength(1);
    expect(['CONFLICT', true]).toContain(ended.find((outcome) => outcome !== false));
    expect(await effects('of two')).toBe(1);
  });

  it('that another process still runs is a conflict, or waits for that one where the store does one at a time', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const hold = () => {
      begin();
      return held;
    };
    const first = write('held', { hold });
    await begun;
    const second = writerOver(engine)('held').catch(({ code }: DomainError) => code);
    if (engineName === 'postgres') await second;
    release();
    const written = await first;
    expect(await second).toEqual(engineName === 'postgres' ? 'CONFLICT' : { ...written, isReplayed: true });
    expect(await effects('held')).toBe(1);
  });

  it('that another process has done since it was looked up is answered as it was there', async () => {
    const first = await write('just done');
    const late = writerOver(engine, { find: async () => null });
    expect(await late('just done')).toEqual({ ...first, isReplayed: true });
    expect(await effects('just done')).toBe(1);
  });

  it('whose commit is lost with the connection says that nobody knows, and to send it again', async () => {
    const broken = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    const transactions = { execute: async (work: (transaction: unknown) => Promise<unknown>) => lose(work) };
    const lose = async (work: (transaction: unknown) => Promise<unknown>) => {
      await engine.writer.transaction().execute(work);
      throw broken;
    };
    const writer = withMember(engine.writer, 'transaction', () => transactions);
    const send = writerOver({ ...engine, writer, mayHaveCommitted: (error) => error === broken });
    await expect(send('lost')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/is not known. Send it again with the same idempotency key/),
      cause: broken,
    });
    expect(await write('lost')).toMatchObject({ isReplayed: true });
    expect(await effects('lost')).toBe(1);
  });

  it('keeps neither the key nor what it was made of in the clear', async () => {
    await write('a name', { body: { email: 'canary@example.com' } }, 'CANARY-key');
    const { rows } = await sql<object>`select * from idempotency_key`.execute(engine.reader);
    expect(JSON.stringify(rows)).not.toMatch(/canary-key|canary@example/i);
  });

  it('is forgotten when its day is over, however many there are', async () => {
    const row = { actor: 'a', operation: 'o', fingerprint: 'f', answer: '{}', created_at: later(100).toISOString() };
    const many = Array.from({ length: 1500 }, (_, index) => ({ ...row, key_hash: `many-${index}` }));
    await engine.writer.insertInto('idempotency_key').values(many).execute();
    await write('old', { at: later(100) });
    await write('newer', { at: later(200) });
    const countOld = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from idempotency_key
        where created_at < ${later(176).toISOString()}`.execute(engine.reader);
      return Number(rows[0]?.n);
    };
    // It is removed beside the write, which does not wait for it.
    await Promise.all(removals);
    expect(await countOld()).toBe(0);
  });

  it('is forgotten by each of two instances that remove some of the same', async () => {
    const { idempotencyKeys } = createStores(engine);
    const row = { actor: 'two', operation: 'o', fingerprint: 'f', answer: '{}' };
    const rows = Array.from({ length: 900 }, (_, index) => {
      return { ...row, key_hash: `two-${index}`, created_at: later(index < 60 ? -2 : -1).toISOString() };
    });
    await engine.writer.insertInto('idempotency_key').values(rows).execute();
    const moments = [later(-1.5), later(-0.5), later(-0.5)];
    await Promise.all(moments.map((moment) => idempotencyKeys.removeBefore(moment.toISOString())));
    const left = engine.reader.selectFrom('idempotency_key').select('key_hash').where('actor', '=', 'two');
    expect(await left.execute()).toEqual([]);
  });

  it('leaves what is old to another process where it is told to', async () => {
    await writerOver(engine, { cleansUp: false })('left', { at: later(400) });
    expect(removals).toEqual([]);
    await writerOver(engine)('not left', { at: later(400) });
    expect(removals).toHaveLength(1);
  });

  it('does not fail when what is old can not be removed, which is told', async () => {
    const failures: unknown[] = [];
    const locked = new Error('locked');
    // What runs outside of a transaction runs here.
    const executor = withMember(engine.writer.getExecutor(), 'executeQuery', () => Promise.reject(locked));
    const writer = withMember(engine.writer, 'getExecutor', () => executor);
    const send = writerOver({ ...engine, writer }, { onCleanUpFailed: (error) => void failures.push(error) });
    expect(await send('cleaning', { at: later(300) })).toMatchObject({ isReplayed: false });
    await expect.poll(() => failures).toEqual([locked]);
  });

  it('however it is sent, and wherever it crashes, happens at most once, and once when it was acknowledged', async () => {
    let runs = 0;
    const step = fc.record({
      key: fc.constantFrom('a', 'b'),
      input: fc.constantFrom(1, 2),
      // The answer is lost after the commit: the caller does not know, and sends it again.
      crash: fc.constantFrom(null, null, 'before', 'after', 'lost'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        runs += 1;
        const model = new Map<string, { input: number; id: string }>();
        for (const { key, input, crash } of steps) {
          const name = `model ${runs} ${key}`;
          const known = model.get(key);
          const fail = crash === 'before' || crash === 'after' ? crash : undefined;
          const outcome = await write(name, { body: input, fail }).catch((error: DomainError) => error);
          if (known && known.input !== input) expect(outcome).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
          else if (known) expect(outcome).toEqual({ value: { id: known.id }, isReplayed: true });
          else if (fail) expect(outcome).toMatchObject({ message: 'crash' });
          else if (outcome && 'value' in outcome) model.set(key, { input, id: outcome.value.id });
          expect(await effects(name)).toBe(model.has(key) ? 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('needs nothing of its service or store: one that never heard of keys is done once, in one transaction', async () => {
    const stores = createStores(engine);
    const key = applicationKey();
    await stores.applicationKeys.insert(key);
    const createServices = ({ applicationKeys }: WrittenStores) => ({
      rotate: (_scope: RequestContext, { hash }: Rotation) =>
        applicationKeys.replaceSecret(key.clientId, hash, now.toISOString()),
    });
    const once = createWriteOnce({ services: createServices(stores), createServices, stores, cleansUp: true });
    const rotate = once({
      operation: 'rotateSecret',
      understand: (input: Rotation) => input,
      method: (on) => on.rotate,
    });
    const context = { ...writingContext(now), idempotencyKey: randomUUID() };
    const first = await rotate(context, { hash: 'first' });
    await stores.applicationKeys.replaceSecret(key.clientId, 'second', now.toISOString());
    expect(await rotate(context, { hash: 'first' })).toEqual({ value: first?.value, isReplayed: true });
    expect((await stores.applicationKeys.findCredentials(key.clientId))?.secretHash).toBe('second');
    await expect(rotate(context, { hash: 'third' })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
  });
});

function withMember<Target extends object>(target: Target, replaced: keyof Target, member: unknown): Target {
  return new Proxy(target, {
    get(whole, name) {
      if (name === replaced) return member;
      const own = Reflect.get(whole, name);
      return typeof own === 'function' ? own.bind(whole) : own;
    },
  });
}
