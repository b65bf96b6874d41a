import { GraphQLError } from 'graphql';

/**
 * The nodes with these ids, for `node` and `nodes`: one that can't be loaded fails alone, with its own path. Each failure is an
 * error of its own, because the relay plugin marks what it gets with the type that it expects.
 */
export function loadEach<Node>(
  ids: readonly string[],
  load: (id: string) => Promise<Node | null>,
): Promise<(Node | null)[]> {
  return Promise.all(ids.map((id) => load(id).catch(toItemError)));
}

/** graphql-js throws an error that stands in a list in the place of an item, which the plugin's types don't know. */
function toItemError(cause: unknown): never {
  const originalError = cause instanceof Error ? cause : new Error(String(cause));
  return new GraphQLError(originalError.message, { originalError }) as never;
}
