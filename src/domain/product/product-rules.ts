/** What the members of a product must be (contract, "Product resource", `attributes`). */
import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { patterned, rule } from '../input/text.ts';
import { plainLetters } from '../plain-letters.ts';

export const productSlug = patterned(
  /^[A-Za-z0-9._-]+$/u,
  'a slug of letters, digits, hyphens, underscores and periods',
);

/**
 * The slug that a name makes: what a slug may not hold becomes a hyphen, letters are plain ones. Null: nothing is left.
 *
 * @example
 * defaultSlug('Crème Brûlée, 2 pcs'); // 'Creme-Brulee-2-pcs'
 */
export function defaultSlug(name: string): string | null {
  const words = plainLetters(name).split(/[^A-Za-z0-9._-]+/u);
  return words.filter((word) => word !== '').join('-') || null;
}

/** Any case comes in, lower case is stored. */
export const productTag = z.string().check(
  rule((value) => {
    if (value === '') return { rule: 'minLength', problem: 'must not be empty' };
    if (!value.includes(',')) return null;
    return { rule: 'characters', problem: `must hold no comma, but is '${excerpt(value)}'` };
  }),
);
