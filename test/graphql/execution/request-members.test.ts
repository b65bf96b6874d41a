import type { GraphQLParams } from 'graphql-yoga';
import { expect, it } from 'vitest';
import { requestMembers } from '../../../src/graphql/execution/request-members.ts';
import { heapBytes } from '../../support/collect-garbage.ts';

it('what is kept of a GET keeps nothing else of its target', () => {
  const before = heapBytes();
  const kept = Array.from({ length: 200 }, (_, number) => {
    const query = `{ member${number}: __typename }`;
    const target = Buffer.from(`${query}${'padding'.repeat(9000)}`).toString();
    return paramsOf('GET', { query: target.slice(0, query.length), operationName: null }).query;
  });
  expect(heapBytes() - before).toBeLessThan(4_000_000);
  expect(kept.at(-1)).toBe('{ member199: __typename }');
});

function paramsOf(method: string, params: Readonly<Record<string, unknown>>): GraphQLParams {
  let taken = params as GraphQLParams;
  const setParams = (changed: GraphQLParams) => {
    taken = changed;
  };
  const request = new Request('http://localhost/graphql', { method });
  requestMembers.onParams?.({ params: taken, request, setParams } as unknown as Parameters<
    NonNullable<typeof requestMembers.onParams>
  >[0]);
  return taken;
}
