import { vi } from 'vitest';
import { QueryRun } from '../../src/graphql/bytes/query-run.ts';

/** Which queries are written as bytes, so that a comparison can't pass because none of them was. */
export function watchRuns() {
  const spy = vi.spyOn(QueryRun.prototype, 'write');
  return {
    /** `left`: to graphql-js, after an attempt. */
    async count() {
      const bytes = await Promise.all(spy.mock.results.map(({ value }) => value as ReturnType<QueryRun['write']>));
      const written = bytes.filter((one) => one !== null).length;
      return { written, left: bytes.length - written };
    },
    forget: () => spy.mockClear(),
    end: () => spy.mockRestore(),
  };
}
