import { expect, it } from 'vitest';
import { entityTag, matchesEntityTag } from '../../src/http/entity-tag.ts';

it('each encoding and each media type of a body has a tag of its own', () => {
  const types = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];
  const tags = types.flatMap((type) =>
    ([null, 'br', 'gzip'] as const).map((encoding) => entityTag('a', type, encoding)),
  );
  expect(new Set(tags).size).toBe(6);
  expect(tags[0]).toBe('"a"');
});

it.each<[header: string | null, matches: boolean]>([
  ['"a-br"', true],
  ['W/"a-br"', true],
  ['"b", W/"a-br"', true],
  ['*', true],
  ['"a"', false],
  ['"a-gzip"', false],
  ['a-br', false],
  ['', false],
  [null, false],
])('If-None-Match: %j matches "a-br": %j', (header, matches) => {
  expect(matchesEntityTag(header, '"a-br"')).toBe(matches);
});
