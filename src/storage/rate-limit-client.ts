import { CompiledQuery } from 'kysely';
import type { Engine } from './engines/engine.ts';

/** What rate-limiter-flexible needs of a PostgreSQL pool, over ours. */
export interface RateLimitClient {
  query(query: { readonly text: string; readonly values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
}

export function createRateLimitClient({ writer }: Engine): RateLimitClient {
  return {
    async query({ text, values }) {
      const { rows } = await writer.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows };
    },
  };
}
