import { expect, it } from 'vitest';
import { graphqlMediaType, readAccept } from '../../src/http/graphql-media-type.ts';

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
  ['application/graphql-response+json, application/json, text/event-stream', 'application/graphql-response+json'],
  ['text/html, application/graphql-response+json', 'application/graphql-response+json'],
  ['application/json;q=0.1, application/graphql-response+json', 'application/graphql-response+json'],
  ['application/json; Q=0.2 , application/graphql-response+json ; q=0.9', 'application/graphql-response+json'],
  ['application/json;q=0, application/graphql-response+json;q=0.001', 'application/graphql-response+json'],
  ['application/json;q=0, */*;q=0.1', 'application/graphql-response+json'],
  ['*/*, application/json;q=0.9', 'application/graphql-response+json'],
  ['application/*;q=0.1, application/graphql-response+json;q=0.1', 'application/json'],
  ['application/graphql-response+json;q=0.5, application/json;charset="utf-8";q=0.6', 'application/json'],
  ['application/json;charset=latin1, application/graphql-response+json;q=0.1', 'application/graphql-response+json'],
])('Accept %j is answered by %s', (accept, type) => {
  expect(graphqlMediaType(accept)).toBe(`${type}; charset=utf-8`);
});

it.each<[string | null, readonly string[]]>([
  [
    null,
    ['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed', 'text/html'],
  ],
  ['*/*;q=0', []],
  ['application/json;q=0', []],
  ['application/json;q=0.000, application/*;q=0', []],
  ['application/json;charset=latin1', []],
  ['image/png', []],
  ['text/event-stream', ['text/event-stream']],
  ['text/*;q=0.5, text/html;q=0, application/json;q=0.6', ['application/json', 'text/event-stream']],
  ['text/html, application/xhtml+xml, application/json;q=0.9', ['text/html', 'application/json']],
  // What is no weight is written by clients all the same.
  [
    'application/json;q=.2, application/graphql-response+json;q=.3',
    ['application/graphql-response+json', 'application/json'],
  ],
  ['application/json;q=high', ['application/json']],
  ['application/json;q=7, text/event-stream;q=1.2.3', ['application/json', 'text/event-stream']],
])('Accept %j takes %j', (accept, types) => {
  expect(readAccept(accept).types).toEqual(types);
});

it('a header that no client sends is taken for none', () => {
  expect(readAccept(`image/png${',image/png'.repeat(200)}`)).toEqual(readAccept(null));
});
