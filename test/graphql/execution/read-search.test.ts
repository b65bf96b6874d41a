import { expect, it } from 'vitest';
import { readSearch } from '../../../src/graphql/execution/read-search.ts';

it.each<[string, object]>([
  ['', {}],
  ['?', {}],
  [
    '?query={a}&variables={"n":1}&extensions={}&operationName=A',
    { query: '{a}', variables: { n: 1 }, extensions: {}, operationName: 'A' },
  ],
  ['?query=query+A+%7Ba%7D&variables=&extensions=&&', { query: 'query A {a}' }],
  ['?query={a}&variables=null&operationName=', { query: '{a}', variables: null }],
  ['?query=&other=1&other=2', {}],
  ['?documentId=a&doc_id=', { documentId: 'a', doc_id: '' }],
])('%j says %j', (search, said) => {
  expect(readSearch(search)).toEqual(said);
});

it.each([
  ['?query={a}&variables={', "The parameter 'variables' is not valid JSON."],
  ['?query={a}&variables=+', "The parameter 'variables' is not valid JSON."],
  ['?query={a}&extensions=x', "The parameter 'extensions' is not valid JSON."],
  ['?query={a}&query={b}', "The parameter 'query' must be sent once."],
  ['?documentId=a&document%49d=b', "The parameter 'documentId' must be sent once."],
  ['?query=%ff', 'The query string is not percent-encoded UTF-8.'],
  ['?query={a}&other=%zz', 'The query string is not percent-encoded UTF-8.'],
])('%j can not: %s', (search, message) => {
  expect(() => readSearch(search)).toThrow(expect.objectContaining({ status: 400, message }));
});
