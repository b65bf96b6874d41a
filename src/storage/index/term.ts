import { hash } from 'node:crypto';
import type { FilterAttribute } from '../../domain/filter/filter.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { memoised } from '../../lib/memo.ts';

/**
 * What products are found by: the filters' attributes, their parent, the nodes that list them, what they have prices in, the languages in
 * which their texts are others than their own, their names in these, that they are parents, and their options.
 */
export type TermField =
  | FilterAttribute
  | 'parent'
  | 'node'
  | 'priced in'
  | 'localised in'
  | 'base'
  | 'option'
  | ShownNameField;

/** The name in a language, and that there is one. */
type ShownNameField = `name in ${string}` | 'named in';

/** In characters, each of which is a byte. */
export const termLength = 16;

/**
 * Half of the SHA-256 of what is looked for, as a latin1 text: short whatever the value, and nobody finds two values with one term.
 */
export function termOf(field: TermField, value: string): string {
  if (!sharedFields.has(field) || value.length > maxRemembered.characters) return toTerm(field, value);
  return memoised(remembered, `${field}\0${value}`, () => toTerm(field, value));
}

const maxRemembered = { terms: 10_000, characters: 100 } as const;
/** Of what many products share, which takes no hash for each of them. */
const remembered = new BoundedMap<string, string>(maxRemembered.terms);
const sharedFields: ReadonlySet<TermField> = new Set([
  ...(['parent', 'node', 'product_types', 'tags', 'option'] as const),
  ...(['priced in', 'localised in', 'named in', 'base'] as const),
]);

function toTerm(field: TermField, value: string): string {
  return hash('sha256', `${field}\0${value}`, 'binary').slice(0, termLength);
}
