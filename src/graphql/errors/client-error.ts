import { GraphQLError } from 'graphql';

type ClientErrorParts = Pick<GraphQLError, 'locations' | 'path' | 'extensions'>;

/** An error as the client gets it. It knows its locations: graphql-js would look for them, from the document's start. */
export class ClientError extends GraphQLError {
  override readonly locations: GraphQLError['locations'];

  constructor(message: string, { locations, path, extensions }: ClientErrorParts) {
    super(message, { path: path ?? null, extensions });
    this.locations = locations;
  }
}

/** Where an error stands: the lexer noted line and column of each token when it read it. */
export function locationsOf({ nodes, locations }: Pick<GraphQLError, 'nodes' | 'locations'>) {
  const noted = nodes?.flatMap(({ loc }) => (loc ? [loc.startToken] : []));
  return noted && noted.length > 0 ? noted.map(({ line, column }) => ({ line, column })) : locations;
}

/** Writes a result with these errors: yoga would write copies of them, which look for their locations again. */
export function stringifyWith(errors: readonly ClientError[]): (result: object) => string {
  return (result) => JSON.stringify({ ...result, errors: errors.map(withoutHttp) });
}

/** `http` is for yoga alone: it is not sent to the client. */
function withoutHttp(error: ClientError): object {
  const { http, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}
