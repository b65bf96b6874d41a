const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

/**
 * The media type of a GraphQL response: the first of `Accept` that is one of the two (GraphQL over HTTP). JSON where it leaves the
 * choice, or accepts neither: a refusal is said all the same.
 */
export function graphqlMediaType(accept: string | null): string {
  const accepted = (accept ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  const chosen = accepted.flatMap((range) => mediaTypes.filter((type) => matches(type, range)))[0];
  return `${chosen ?? mediaTypes[0]}; charset=utf-8`;
}

function matches(type: string, range: string | undefined): boolean {
  return range === type || range === '*/*' || range === 'application/*';
}
