/** A key's write happens once, whatever is lost on the way: both engines, with the database's commit as the only truth. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DomainError } from '../../src/domain/errors.ts';
import { toOnce } from '../../src/domain/idempotency.ts';
import { fromApplicationKey } from '../../src/storage/application-key-store.ts';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { writeOnce } from '../../src/storage/write-once.ts';
import { applicationKey } from '../support/billing-records.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';
import { writingContext } from '../support/request-contexts.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

function onceOf(key: string, input: unknown, at = now, operation = 'createSubscription') {
  return toOnce({ ...writingContext(at), idempotencyKey: key }, operation, input);
}

describeEachEngine('a write under a key', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
  });
  afterAll(() => opened.drop());

  /** An effect that can be counted: a row named like the write. */
  const write = (name: string, once: ReturnType<typeof toOnce>, fail?: 'before' | 'after') =>
    writeOnce(engine, once, async (database) => {
      if (fail === 'before') throw new Error('crash');
      const row = fromApplicationKey(applicationKey({ name }));
      await database.insertInto('application_key').values(row).execute();
      if (fail === 'after') throw new Error('crash');
      return { id: row.id };
    });

  async function effects(name: string): Promise<number> {
    const { rows } = await sql<{
      n: number | string;
    }>`select count(*) as n from application_key where name = ${name}`.execute(engine.reader);
    return Number(rows[0]?.n);
  }

  it('is answered the same again, marked as replayed', async () => {
    const first = await write('same', onceOf('same', { a: 1 }));
    expect(first.isReplayed).toBe(false);
    expect(await write('same', onceOf('same', { a: 1 }))).toEqual({ value: first.value, isReplayed: true });
    expect(await write('same', onceOf('same', { a: 1 }, later(23)))).toMatchObject({ isReplayed: true });
    expect(await effects('same')).toBe(1);
  });

  it('with another input is refused', async () => {
    await write('other', onceOf('other', { a: 1 }));
    await expect(write('other', onceOf('other', { a: 2 }))).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
    expect(await effects('other')).toBe(1);
  });

  it('of another client, another mutation, or a day later is another write', async () => {
    const once = onceOf('shared', {});
    await write('shared', once);
    await write('shared', once && { ...once, actor: 'somebody else' });
    await write('shared', onceOf('shared', {}, now, 'createCustomField'));
    expect(await write('shared', onceOf('shared', {}, later(25)))).toMatchObject({ isReplayed: false });
    expect(await effects('shared')).toBe(4);
  });

  it('that fails leaves the key unused', async () => {
    await expect(write('failing', onceOf('failing', {}), 'before')).rejects.toThrow('crash');
    await expect(write('failing', onceOf('failing', {}), 'after')).rejects.toThrow('crash');
    expect(await effects('failing')).toBe(0);
    expect(await write('failing', onceOf('failing', { other: true }))).toMatchObject({ isReplayed: false });
    expect(await effects('failing')).toBe(1);
  });

  it('happens once when fifty ask at once: the others are told so, or get its answer', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        write('contested', onceOf('contested', {})).then(
          ({ isReplayed }) => (isReplayed ? 'replayed' : 'written'),
          ({ code }: DomainError) => code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== 'written'))).toEqual(new Set(['CONFLICT']));
    expect(await effects('contested')).toBe(1);
  });

  it('whose commit is lost with the connection says that nobody knows, and to send it again', async () => {
    const broken = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    const engineThatBreaks: Engine = { ...engine, mayHaveCommitted: (error) => error === broken };
    const lost = writeOnce(engineThatBreaks, onceOf('lost', {}), async () => {
      throw broken;
    });
    await expect(lost).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/is not known. Send it again with the same idempotency key/),
      cause: broken,
    });
  });

  it('keeps neither the key nor what it was made of in the clear', async () => {
    await write('canary', onceOf('CANARY-key', { email: 'canary@example.com' }));
    const { rows } = await sql<object>`select * from idempotency_key`.execute(engine.reader);
    expect(JSON.stringify(rows)).not.toMatch(/canary-key|canary@example/i);
  });

  it('is forgotten when its day is over', async () => {
    await write('old', onceOf('old', {}, later(100)));
    await write('newer', onceOf('newer', {}, later(200)));
    const countOld = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from idempotency_key
        where created_at < ${later(176).toISOString()}`.execute(engine.reader);
      return Number(rows[0]?.n);
    };
    // It is removed beside the write, which does not wait for it.
    await vi.waitFor(async () => expect(await countOld()).toBe(0));
  });

  it('does not fail when what is old can not be removed, which is told', async () => {
    const failures: unknown[] = [];
    const locked = new Error('locked');
    const writer = new Proxy(engine.writer, {
      get(target, name) {
        // What runs outside of a transaction runs here.
        if (name === 'getExecutor')
          return () => ({ ...target.getExecutor(), executeQuery: () => Promise.reject(locked) });
        const member = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const failing: Engine = { ...engine, writer, onCleanUpFailed: (error) => void failures.push(error) };
    const written = await writeOnce(failing, onceOf('cleaning', {}, later(300)), async () => 'done');
    expect(written).toEqual({ value: 'done', isReplayed: false });
    await vi.waitFor(() => expect(failures).toHaveLength(1));
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
          const outcome = await write(name, onceOf(name, { input }), fail).catch((error: DomainError) => error);
          if (known && known.input !== input) expect(outcome).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
          else if (known) expect(outcome).toEqual({ value: { id: known.id }, isReplayed: true });
          else if (fail) expect(outcome).toMatchObject({ message: 'crash' });
          else if ('value' in outcome) model.set(key, { input, id: outcome.value.id });
          expect(await effects(name)).toBe(model.has(key) ? 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
