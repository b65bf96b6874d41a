import { expect, it } from 'vitest';
import { checkParameters } from '../../../src/graphql/execution/check-parameters.ts';

it.each([
  '',
  '?',
  '?query={a}&variables={"n":1}&extensions={}&operationName=A',
  '?query=query+A+%7Ba%7D&variables=&extensions=&&',
  '?query={a}&variables=null',
  '?query={a}&other=1&other=2',
  '?documentId=a&doc_id=a',
])('%j can be read', (search) => {
  expect(() => checkParameters(search)).not.toThrow();
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
  expect(() => checkParameters(search)).toThrow(expect.objectContaining({ status: 400, message }));
});
