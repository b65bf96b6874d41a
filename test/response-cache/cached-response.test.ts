import { expect, it } from 'vitest';
import { isValidAt } from '../../src/response-cache/cached-response.ts';

it('a response is valid from its first moment to before its last: then a price is another one', () => {
  const validity = { from: 1000, until: 2000 };
  const moments = [999, 1000, 1999, 2000];
  expect(moments.map((moment) => isValidAt(validity, new Date(moment)))).toEqual([false, true, true, false]);
});
