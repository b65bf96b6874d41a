import { rememberHeaders } from './remember-headers.ts';

const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

/**
 * The media type of a GraphQL response: the first of `Accept` that is one of the two (GraphQL over HTTP). JSON where it leaves the
 * choice, or accepts neither: a refusal is said all the same.
 */
export function graphqlMediaType(accept: string | null): string {
  return `${acceptedMediaType(accept ?? '') ?? mediaTypes[0]}; charset=utf-8`;
}

/** Null: it accepts neither. Without the header, everything is accepted. */
export const acceptedMediaType = rememberHeaders((accept): string | null => {
  const accepted = (accept ?? '*/*').split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return accepted.flatMap((range) => mediaTypes.filter((type) => matches(type, range)))[0] ?? null;
});

function matches(type: string, range: string | undefined): boolean {
  return range === type || range === '*/*' || range === 'application/*';
}
