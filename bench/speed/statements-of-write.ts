/**
 * What the gateway's services and stores send to PostgreSQL for one createSubscription while nothing else is written, as they send it: caught from a
 * write, not written down here. Requests are counted for the limits elsewhere, many at a time.
 */
import { randomUUID } from 'node:crypto';
import { createServices } from '../../src/app.ts';
import { nameOfKey, toKeyedWrite } from '../../src/domain/idempotency/keyed-write.ts';
import type { RequestContext } from '../../src/domain/request-context.ts';
import { openStores } from '../../src/storage/open-stores.ts';
import { writingContext } from '../../test/support/request-contexts.ts';
import { subscribe } from './loads.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface CaughtWrite {
  /** In their order, with `begin` and `commit` where the gateway sends them. */
  readonly statements: readonly Statement[];
  /** What is another text in each write, by what it is: the subscription's id, the key's hash. */
  readonly fresh: ReadonlyMap<string, 'id' | 'key'>;
}

export async function catchWrite(databaseUrl: string, { hasKey }: { readonly hasKey: boolean }): Promise<CaughtWrite> {
  let statements: Statement[] = [];
  const { stores, close } = await openStores({
    ...{ databaseUrl, dataDirectory: '', maxConnections: 1 },
    onStatement: ({ query: { sql, parameters } }) => void statements.push({ sql, parameters }),
  });
  try {
    const services = createServices(stores, { monotonicNow: () => performance.now(), cleansUp: false });
    const context: RequestContext = { ...writingContext(new Date()), idempotencyKey: hasKey ? randomUUID() : null };
    statements = [];
    const written = await services.subscriptions.create(context, subscribe.variables.input);
    if (!written || written.isReplayed) throw new Error('Nothing was written.');
    const key = toKeyedWrite(context, 'createSubscription', null);
    return {
      statements,
      fresh: new Map([
        [written.value.id, 'id'],
        ...(key
          ? ([
              [key.keyHash, 'key'],
              [nameOfKey(key), 'key'],
            ] as const)
          : []),
      ]),
    };
  } finally {
    await close();
  }
}
