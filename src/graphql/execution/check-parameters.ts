/** What a GET says of its request, as strictly as a POST is read: GraphQL's server guesses at what is no text, and fails of what is no JSON. */
import { expectJson } from '../../http/parse-json.ts';
import { readParameters } from '../../http/query-parameters.ts';

const ofJson = ['variables', 'extensions'] as const;
const known = ['query', 'operationName', 'documentId', 'doc_id', ...ofJson];

/** Empty ones count as absent, and unknown ones are ignored. @throws HttpProblem 400 */
export function checkParameters(search: string): void {
  const parameters = readParameters(search, known);
  for (const name of ofJson) {
    const text = parameters.get(name);
    if (text) expectJson(text, `parameter '${name}'`);
  }
}
