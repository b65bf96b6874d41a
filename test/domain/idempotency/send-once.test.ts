/** A write that happens on a platform is sent once for a key, whatever is lost on the way: both engines. */
import { expect, it } from 'vitest';
import { DomainError, type ErrorCode } from '../../../src/domain/errors.ts';
import type { IdempotencyKeyStore } from '../../../src/domain/idempotency/ports.ts';
import { createSendOnce } from '../../../src/domain/idempotency/send-once.ts';
import type { Actor, RequestContext } from '../../../src/domain/request-context.ts';
import { createUpstreamScope, UpstreamCredentials } from '../../../src/domain/upstream-scope.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useMade, useOpened } from '../../support/use-opened.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

interface Input {
  readonly body?: unknown;
  readonly validateOnly?: boolean;
}

interface Sent extends Input {
  readonly at?: Date;
  readonly token?: string;
  /** Whether another write of the same request was done before. */
  readonly isSecond?: boolean;
  /** What the platform does. */
  readonly platform?: (context: RequestContext) => Promise<unknown>;
}

const done = async ({ upstream }: RequestContext) => {
  upstream?.noteWrite();
  return { id: 'made', amount: 2n ** 60n };
};
const refused = (code: ErrorCode) => async () => {
  throw new DomainError(code, 'no');
};
const unanswered = async ({ upstream }: RequestContext) => {
  upstream?.noteWrite();
  throw new DomainError('OUTCOME_UNKNOWN', 'cut');
};
/** It was done, and what follows fails. */
const doneAndLost =
  (error: Error) =>
  async ({ upstream }: RequestContext) => {
    upstream?.noteWrite();
    throw error;
  };

interface ProcessOptions {
  readonly runningMs?: number;
  readonly store?: IdempotencyKeyStore;
  readonly cleansUp?: boolean;
  readonly failures?: unknown[];
  /** What is found on the platform of an input, made since then. */
  readonly look?: (body: unknown, since: Date) => Promise<unknown>;
}

describeEachEngine('a write to a platform under a key', (open) => {
  const opened = useOpened(open);
  const keys = useMade(() => createStores(opened.engine).idempotencyKeys);

  /** A process of its own, and how often it has sent each key. */
  function openProcess({ runningMs = 0, store = keys, cleansUp = true, failures = [], look }: ProcessOptions = {}) {
    const sent: string[] = [];
    const services = {
      find: look && ((_context: RequestContext, { body }: Sent, since: Date) => look(body, since)),

      async create(context: RequestContext, { platform = done }: Sent) {
        sent.push(String(context.idempotencyKey));
        return platform(context);
      },
    };
    const once = createSendOnce({
      ...{ services, keys: store, runningMs, cleansUp },
      onKeyFailed: (error) => failures.push(error),
    });
    const create = once({
      operation: 'createSubscription',
      understand: ({ body = null }: Sent) => ({ body }),
      method: (on) => on.create,
      find: (on) => on.find,
    });
    const send = (idempotencyKey: string | null, { at = now, token = 'a', isSecond = false, ...input }: Sent = {}) => {
      const actor: Actor = { ...(writingContext().actor as Actor), isUnverified: true, clientId: `hash of ${token}` };
      const upstream = createUpstreamScope(new UpstreamCredentials({}), 100);
      if (isSecond) upstream.noteWrite();
      return create({ ...writingContext(at), actor, upstream, idempotencyKey }, input);
    };
    return { send, failures, timesSent: (key: string) => sent.filter((name) => name === key).length };
  }

  it('is sent once, and answered the same again, by other processes too', async () => {
    const [one, other] = [openProcess(), openProcess()];
    expect(await one.send('same')).toEqual({ value: { id: 'made', amount: 2n ** 60n }, isReplayed: false });
    const again = { value: { id: 'made', amount: 2n ** 60n }, isReplayed: true };
    expect(await one.send('same')).toEqual(again);
    expect(await other.send('same')).toEqual(again);
    expect([one.timesSent('same'), other.timesSent('same')]).toEqual([1, 0]);
  });

  it('that got no answer is OUTCOME_UNKNOWN, again and again, and never sent again', async () => {
    const [one, other] = [openProcess(), openProcess()];
    // In the words of whoever called.
    const sending = one.send('unknown', { platform: unanswered });
    await expect(sending).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', message: 'cut' });
    for (const process of [one, one, other]) {
      await expect(process.send('unknown')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
    expect([one.timesSent('unknown'), other.timesSent('unknown')]).toEqual([1, 0]);
  });

  it('that got no answer is not said to run still, where other processes may send', async () => {
    const processes = [openProcess({ runningMs: 20_000 }), openProcess({ runningMs: 20_000 })];
    for (const { send } of [...processes, ...processes]) {
      await expect(send('ended', { platform: unanswered })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
    expect(processes.map(({ timesSent }) => timesSent('ended'))).toEqual([1, 0]);
    const finding = openProcess({ runningMs: 20_000, look: async () => ({ id: 'found' }) });
    expect(await finding.send('ended')).toEqual({ value: { id: 'found' }, isReplayed: true });
  });

  it.each([new DomainError('UNAVAILABLE', 'gone'), new TypeError('a bug')])(
    'that was done before something failed is OUTCOME_UNKNOWN, whatever that was: %s',
    async (error) => {
      const { send, timesSent } = openProcess();
      const key = `lost ${error.name}`;
      const sending = send(key, { platform: doneAndLost(error) });
      await expect(sending).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        message: expect.stringMatching(/was done/),
        cause: error,
      });
      await expect(send(key)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(timesSent(key)).toBe(1);
      await expect(send(null, { platform: doneAndLost(error) })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    },
  );

  it.each<ErrorCode>(['VALIDATION_FAILED', 'CONFLICT', 'UNAUTHENTICATED', 'UNAVAILABLE'])(
    'that was refused (%s) leaves its key unused',
    async (code) => {
      const { send, timesSent } = openProcess();
      await expect(send(code, { platform: refused(code) })).rejects.toMatchObject({ code });
      expect(await send(code)).toMatchObject({ isReplayed: false });
      expect(timesSent(code)).toBe(2);
    },
  );

  it.each([null, 'second'])(
    'that was refused is told so, though another one of its request was done: under %s',
    async (key) => {
      const { send } = openProcess();
      const sent = { isSecond: true, platform: refused('CONFLICT') };
      await expect(send(key, sent)).rejects.toMatchObject({ code: 'CONFLICT' });
    },
  );

  it('whose process died before the clock was set back is OUTCOME_UNKNOWN, and not said to run until then', async () => {
    const dying = openProcess();
    void dying.send('ahead', { at: later(3_600_000), platform: () => new Promise(() => {}) });
    await expect.poll(() => dying.timesSent('ahead')).toBe(1);
    const next = openProcess({ runningMs: 20_000 });
    await expect(next.send('ahead', { at: later(3_599_000) })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(next.send('ahead')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  it('whose process died is OUTCOME_UNKNOWN', async () => {
    const dying = openProcess();
    void dying.send('died', { platform: () => new Promise(() => {}) });
    await expect.poll(() => dying.timesSent('died')).toBe(1);
    const next = openProcess();
    await expect(next.send('died')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(next.timesSent('died')).toBe(0);
  });

  it('that may still run elsewhere is CONFLICT for as long as it may', async () => {
    const [one, other] = [openProcess(), openProcess({ runningMs: 5000 })];
    void one.send('runs', { platform: () => new Promise(() => {}) });
    await expect.poll(() => one.timesSent('runs')).toBe(1);
    await expect(one.send('runs')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(other.send('runs', { at: later(4999) })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(other.send('runs', { at: later(5000) })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  it('that several processes send at once is sent by one of them', async () => {
    const processes = Array.from({ length: 5 }, () => openProcess({ runningMs: 5000 }));
    const results = await Promise.allSettled(processes.map(({ send }) => send('at once')));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    expect(processes.reduce((sum, { timesSent }) => sum + timesSent('at once'), 0)).toBe(1);
  });

  it('that another process takes just before it is claimed is answered as it was there, or still runs', async () => {
    await openProcess().send('between');
    let looks = 0;
    const find: IdempotencyKeyStore['find'] = async (write) => {
      looks += 1;
      return looks === 2 ? keys.find(write) : null;
    };
    const { send, timesSent } = openProcess({ store: { ...keys, find } });
    expect(await send('between')).toEqual({ value: { id: 'made', amount: 2n ** 60n }, isReplayed: true });
    await expect(send('between')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(timesSent('between')).toBe(0);
  });

  it('has old keys removed beside it, by the process that is to', async () => {
    const removed: string[] = [];
    const store = { ...keys, removeBefore: async (moment: string) => void removed.push(moment) };
    await openProcess({ store, cleansUp: false }).send('left');
    expect(removed).toEqual([]);
    await openProcess({ store }).send('not left');
    expect(removed).toEqual([later(-24 * 3_600_000).toISOString()]);
  });

  it('with another input is refused', async () => {
    const { send, timesSent } = openProcess();
    await send('other', { body: 1 });
    await expect(send('other', { body: 2 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
    expect(timesSent('other')).toBe(1);
  });

  it('with another token is neither sent again nor shown what it made', async () => {
    const { send, timesSent } = openProcess();
    await send('renewed', { token: 'old' });
    await expect(send('renewed', { token: 'new' })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(timesSent('renewed')).toBe(1);
  });

  it('that is found on the platform is answered as what it made, which is looked up once', async () => {
    const looked: unknown[] = [];
    const process = openProcess({
      async look(body, since) {
        looked.push([body, since.toISOString()]);
        return looked.length === 1 ? null : { id: 'found', amount: 2n ** 60n };
      },
    });
    const sent = { body: 'a subscription' };
    const unknown = { code: 'OUTCOME_UNKNOWN' };
    await expect(process.send('found', { ...sent, platform: unanswered })).rejects.toMatchObject(unknown);
    // It shows up there a while later.
    await expect(process.send('found', sent)).rejects.toMatchObject(unknown);
    const again = { value: { id: 'found', amount: 2n ** 60n }, isReplayed: true };
    expect(await process.send('found', sent)).toEqual(again);
    expect(await openProcess().send('found', sent)).toEqual(again);
    // Clocks differ: it may have been made a minute before the key was stored.
    expect(looked).toEqual(Array(2).fill(['a subscription', later(-60_000).toISOString()]));
    expect(process.timesSent('found')).toBe(1);
  });

  it('is looked up by who sends it, also with another token, and never while it may run', async () => {
    const look = async () => ({ id: 'found' });
    const [one, other] = [openProcess({ look }), openProcess({ look, runningMs: 5000 })];
    void one.send('looked', { platform: () => new Promise(() => {}) });
    await expect.poll(() => one.timesSent('looked')).toBe(1);
    await expect(other.send('looked', { at: later(4999) })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await other.send('looked', { at: later(5000), token: 'new' })).toEqual({
      value: { id: 'found' },
      isReplayed: true,
    });
  });

  it('that can not be looked up stays unknown, and a fault of ours is none of the platform', async () => {
    const look = refused('UNAUTHENTICATED');
    const { send } = openProcess({ look });
    await expect(send('hidden', { platform: unanswered })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(send('hidden')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const faulty = openProcess({ look: () => Promise.reject(new TypeError('a bug')) });
    await expect(faulty.send('hidden')).rejects.toThrow('a bug');
  });

  it('is another write a day later', async () => {
    const { send } = openProcess();
    await send('day');
    expect(await send('day', { at: later(25 * 3_600_000) })).toMatchObject({ isReplayed: false });
  });

  it('is not sent where its key can not be stored', async () => {
    const store = { ...keys, claim: () => Promise.reject(new DomainError('UNAVAILABLE', 'away')) };
    const { send, timesSent } = openProcess({ store });
    await expect(send('unstored')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(timesSent('unstored')).toBe(0);
  });

  it('whose outcome can not be stored is answered, and not known afterwards', async () => {
    const store = { ...keys, insert: () => Promise.reject(new Error('away')) };
    const { send, failures, timesSent } = openProcess({ store });
    // No earlier than all before: what these forget is removed beside them.
    const at = later(25 * 3_600_000);
    expect(await send('forgotten', { at })).toMatchObject({ value: { id: 'made' } });
    expect(failures).toHaveLength(1);
    await expect(send('forgotten', { at })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(timesSent('forgotten')).toBe(1);
  });

  it('without a key, and a mere check, is sent each time and stored nowhere', async () => {
    const { send, timesSent } = openProcess();
    await send(null);
    await send(null);
    expect(timesSent('null')).toBe(2);
    await send('checked', { validateOnly: true });
    expect(await send('checked')).toMatchObject({ isReplayed: false });
  });
});
