import type { GraphQLEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { clientErrorOutcomes, codeOfStatus } from '../../../src/http/error-outcomes.ts';

const codes = (schema.getType('ErrorCode') as GraphQLEnumType).getValues().map(({ value }) => value);

it('there is a code for each error that a client may see', () => {
  expect(codes.toSorted()).toEqual(Object.keys(clientErrorOutcomes).toSorted());
});

it.each([
  [400, 'BAD_REQUEST'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
])('a request that is refused with %i has the code %s', (status, code) => {
  expect(codeOfStatus(status)).toBe(code);
});
