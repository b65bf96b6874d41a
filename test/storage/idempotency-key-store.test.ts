import type { CompiledQuery, LogEvent } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createIdempotencyKeyStore } from '../../src/storage/idempotency-key-store.ts';
import { describeEachEngine } from '../support/engines.ts';
import { explain } from '../support/explain.ts';

const past = '2026-01-01T00:00:00.000Z';
const moment = '2026-01-02T00:00:00.000Z';
const later = '2026-01-03T00:00:00.000Z';

function rowOf(actor: string, hash: number, createdAt: string) {
  const key = { actor, operation: 'createSubscription', key_hash: String(hash) };
  return { ...key, fingerprint: '', answer: '1', created_at: createdAt };
}

describeEachEngine('old idempotency keys', (open, name) => {
  it('are removed by their whole keys: no step looks at all that are old', async () => {
    const queries: CompiledQuery[] = [];
    const { engine, drop } = await open({ log: ({ query }: LogEvent) => void queries.push(query) });
    onTestFinished(drop);
    const old = Array.from({ length: 450 }, (_, index) => rowOf('one', index, past));
    const rows = [...old, rowOf('one', 450, later), rowOf('other', 0, later)];
    await engine.writer.insertInto('idempotency_key').values(rows).execute();

    queries.length = 0;
    await createIdempotencyKeyStore(engine).removeBefore(moment);
    const steps = queries.splice(0).filter(({ sql }) => sql.startsWith('delete'));
    const left = await engine.reader.selectFrom('idempotency_key').select('actor').orderBy('actor').execute();
    expect(left.map(({ actor }) => actor)).toEqual(['one', 'other']);
    expect(steps.length).toBe(4);
    if (name !== 'sqlite') return;
    const [first] = await explain(engine.reader, name, steps[0] as CompiledQuery);
    expect(first).toContain('(actor=? AND operation=? AND key_hash=?)');
  });

  it("are left until a day has passed by the database's clock, however far ahead that of who removes them is", async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    await engine.writer
      .insertInto('idempotency_key')
      .values(rowOf('one', 0, new Date().toISOString()))
      .execute();
    await createIdempotencyKeyStore(engine).removeBefore(new Date(Date.now() + 3_600_000).toISOString());
    expect(await engine.reader.selectFrom('idempotency_key').select('actor').execute()).toEqual([{ actor: 'one' }]);
  });
});
