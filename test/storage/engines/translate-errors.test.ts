import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { translateErrors } from '../../../src/storage/engines/translate-errors.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { useOpened } from '../../support/use-opened.ts';
import { errorOf } from '../../support/violations-of.ts';

const passing = new Error('passing');
const engine = {
  toUnavailable: (error: unknown) => (error === passing ? new DomainError('UNAVAILABLE', 'Try again.') : null),
};

describe('a store whose errors are translated', () => {
  const store = translateErrors(
    {
      find: async (id: string, suffix: string) => id + suffix,
      failLater: async (error: unknown) => Promise.reject(error),
      failAtOnce(error: unknown): Promise<never> {
        throw error;
      },
    },
    engine,
  );

  test('answers as before', async () => {
    expect(await store.find('a', 'b')).toBe('ab');
  });

  test.each(['failLater', 'failAtOnce'] as const)('throws what may pass as UNAVAILABLE (%s)', async (method) => {
    expect((await errorOf(() => store[method](passing))).code).toBe('UNAVAILABLE');
  });

  test.each(['failLater', 'failAtOnce'] as const)('throws everything else as it is (%s)', async (method) => {
    const bug = new TypeError('bug');
    await expect(store[method](bug)).rejects.toBe(bug);
    await expect(store[method](undefined)).rejects.toBeUndefined();
  });
});

describeEachEngine('an error of the engine', (open, name) => {
  const opened = useOpened(open);

  test('that is a bug stays what it is', async () => {
    const store = translateErrors({ run: () => sql`select 1 from`.execute(opened.engine.reader) }, opened.engine);
    await expect(store.run()).rejects.not.toBeInstanceOf(DomainError);
  });

  test('of our own stays what it is, whatever it says', async () => {
    const own = new DomainError('NOT_FOUND', "No custom API with the id 'timeout' was found.");
    const store = translateErrors({ run: async () => Promise.reject(own) }, opened.engine);
    await expect(store.run()).rejects.toBe(own);
  });

  // SQLite is in the process: there is no connection to break.
  const testOfServer = name === 'postgres' ? test : () => undefined;
  testOfServer(
    'that came of a lock that others held for longer than the server lets anybody wait is UNAVAILABLE',
    async () => {
      const { writer } = opened.engine;
      const waiting = translateErrors(
        {
          run: () =>
            writer.transaction().execute(async (transaction) => {
              await sql`set local lock_timeout = 100`.execute(transaction);
              await sql`lock table catalog`.execute(transaction);
            }),
        },
        opened.engine,
      );
      await writer.transaction().execute(async (holder) => {
        await sql`lock table catalog`.execute(holder);
        expect((await errorOf(() => waiting.run())).code).toBe('UNAVAILABLE');
      });
    },
  );

  testOfServer('that came of a broken connection is UNAVAILABLE', async () => {
    const broken = translateErrors(
      { run: () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(opened.engine.reader) },
      opened.engine,
    );
    expect((await errorOf(() => broken.run())).code).toBe('UNAVAILABLE');
  });

  testOfServer('that came of a server that does not answer is UNAVAILABLE', async () => {
    const open = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', maxConnections: 1 });
    const error = await open.then(
      () => null,
      (thrown: unknown) => opened.engine.toUnavailable(thrown),
    );
    expect(error?.code).toBe('UNAVAILABLE');
  });
});
