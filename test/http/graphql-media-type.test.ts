import { expect, it } from 'vitest';
import { graphqlMediaType } from '../../src/http/graphql-media-type.ts';

it.each([
  [null, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['text/html', 'application/json'],
  ['application/json', 'application/json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
  ['Application/GraphQL-Response+JSON; charset=utf-8', 'application/graphql-response+json'],
  ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
  ['application/json, application/graphql-response+json', 'application/json'],
  ['text/html, application/graphql-response+json', 'application/graphql-response+json'],
])('Accept %j is answered by %s', (accept, type) => {
  expect(graphqlMediaType(accept)).toBe(`${type}; charset=utf-8`);
});
