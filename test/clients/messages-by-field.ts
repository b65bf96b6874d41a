import type { ErrorShapesQuery } from './generated/graphql.ts';

export type ErrorExtensions = ErrorShapesQuery['errorShapes'][number];

/** What to show beside each field of a form: `{ 'input.email': ['The field …'] }`. */
export function messagesByField(errors: readonly { readonly extensions?: unknown }[]): Record<string, string[]> {
  const violations = errors.flatMap(({ extensions }) => (extensions as Partial<ErrorExtensions>)?.violations ?? []);
  const fields = new Set(violations.map(({ path }) => path.join('.')));
  const ofField = (field: string) => violations.filter(({ path }) => path.join('.') === field);
  return Object.fromEntries([...fields].map((field) => [field, ofField(field).map(({ message }) => message)]));
}
