import { z } from 'zod';
import { brokenTextRule } from '../input/constraint.ts';
import { optional, withoutNulls } from '../input/optional.ts';
import { rule, text } from '../input/text.ts';
import type { Violation } from '../input/violations.ts';
import { customFieldSlug } from './create-custom-field.ts';

const apiTypeShape = /^[a-z0-9_]*_ext$/u;
const apiTypeRules = { minLength: '_ext'.length, maxLength: 255, pattern: apiTypeShape.source } as const;

export const apiType = z
  .string()
  .check(
    rule((value) => {
      const broken = brokenTextRule(value, apiTypeRules, apiTypeShape);
      const problem = 'must be at most 255 of the characters a-z, 0-9 and _, and end in _ext';
      return broken && { rule: broken, problem };
    }),
  )
  .meta(apiTypeRules);

export const customApiName = text({ min: 1, max: 255, singleLine: true });
export const customApiDescription = text({ max: 255 });

export const createCustomApiInput = z.preprocess(
  withoutNulls,
  z.object({
    name: customApiName,
    slug: customFieldSlug,
    apiType,
    description: optional(customApiDescription).transform((value) => value ?? ''),
  }),
);

/** The contract's words. */
export const apiTypeTaken: Violation = {
  path: ['apiType'],
  rule: 'conflict',
  problem: 'custom_api with the given api_type already exists',
  isSentence: true,
};
