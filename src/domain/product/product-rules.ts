/** What the members of a product must be (contract, "Product resource", `attributes`). */
import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { patterned, rule } from '../input/text.ts';

export const productSlug = patterned(
  /^[A-Za-z0-9._-]+$/u,
  'a slug of letters, digits, hyphens, underscores and periods',
);

/** Any case comes in, lower case is stored. */
export const productTag = z.string().check(
  rule((value) => {
    if (value === '') return { rule: 'minLength', problem: 'must not be empty' };
    if (!value.includes(',')) return null;
    return { rule: 'characters', problem: `must hold no comma, but is '${excerpt(value)}'` };
  }),
);
