import { expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { withOwnToken } from '../../../src/upstream/client/with-own-token.ts';

const replaced = { get: async () => 'first', replace: async () => 'second' };
const irreplaceable = { get: async () => 'first', replace: async () => null };
const unauthenticated = new DomainError('UNAUTHENTICATED', 'The token is not valid.');
const notFound = new DomainError('NOT_FOUND', 'There is no such product.');
const isOurs = { code: 'UNAVAILABLE', message: 'The platform refuses the credentials of the gateway itself.' };

it.each([
  ['the newer one is refused, too', replaced, unauthenticated, isOurs],
  ['there is no newer one', irreplaceable, unauthenticated, isOurs],
  ['with the newer one there is another fault', replaced, notFound, { code: 'NOT_FOUND' }],
])('a refused token is no fault of the client: %s', async (_title, token, second, expected) => {
  const read = async (authorization: string) => {
    throw authorization === 'first' ? unauthenticated : second;
  };
  await expect(withOwnToken(token, read)).rejects.toMatchObject(expected);
});
