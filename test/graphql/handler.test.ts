/** A request leaves nothing behind that would be held until the whole heap is collected. */
import { documentStringMap } from '@envelop/core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { describeEachEngine } from '../support/engines.ts';
import { type Gateway, openGateway } from '../support/gateway.ts';

describeEachEngine('requests that have been answered', (open) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open);
    return gateway.drop;
  });
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ['that is valid', '{ limits { cost } }', []],
    ['that is not valid', '{ nothing }', ['GRAPHQL_VALIDATION_FAILED']],
    [
      'with a variable that is missing',
      'query($n: Int!) { products(first: $n) { totalCount } }',
      ['VALIDATION_FAILED'],
    ],
  ])('the text of a document %s is forgotten', async (_, query, codes) => {
    const noted = vi.spyOn(documentStringMap, 'set');
    const { errors } = await gateway.ask(query);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(codes);
    expect(noted.mock.calls.map(([, text]) => text)).toEqual([query]);
    expect(noted.mock.calls.filter(([document]) => documentStringMap.has(document))).toEqual([]);
  });
});
