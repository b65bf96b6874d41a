/** What a GET says of its request, as strictly as a POST is read: GraphQL's server guesses at what is no text, and fails of what is no JSON. */
import { HttpProblem } from '../../http/http-problem.ts';
import { readParameters } from '../../http/query-parameters.ts';

const ofJson = ['variables', 'extensions'] as const;
const known = ['query', 'operationName', 'documentId', 'doc_id', ...ofJson];

/** Empty ones count as absent, and unknown ones are ignored. @throws HttpProblem 400 */
export function checkParameters(search: string): void {
  const parameters = readParameters(search, known);
  for (const name of ofJson) {
    const text = parameters.get(name);
    if (text) expectJson(name, text);
  }
}

function expectJson(name: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HttpProblem(400, `The parameter '${name}' is not valid JSON.`);
  }
}
