/** What a GET says of its request, as strictly as a POST is read: GraphQL's server guesses at what is no text, and fails of what is no JSON. */
import { expectJson } from '../../http/parse-json.ts';
import { readParameters } from '../../http/query-parameters.ts';

const texts = ['query', 'operationName', 'documentId', 'doc_id'];
const ofJson = ['variables', 'extensions'];

/** By the names of a POST's members. Empty ones count as absent, but for ids, and unknown ones are ignored. @throws HttpProblem 400 */
export function readSearch(search: string): Readonly<Record<string, unknown>> {
  const parameters = readParameters(search, [...texts, ...ofJson]);
  const said: Record<string, unknown> = {};
  for (const [name, text] of parameters) {
    if (ofJson.includes(name)) {
      if (text) said[name] = expectJson(text, `parameter '${name}'`);
    } else if (text || name === 'documentId' || name === 'doc_id') said[name] = text;
  }
  return said;
}
