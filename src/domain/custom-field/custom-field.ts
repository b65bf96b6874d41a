import type { Violation } from '../input/violations.ts';

/** A user-defined resource type. */
export interface CustomApi {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly slug: string;
  readonly apiType: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Members of its record that the contract does not know, as JSON text; absent or null: it has none. */
  readonly unknownMembers?: string | null;
}

export const customFieldTypes = ['string', 'integer', 'boolean', 'float'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** A typed field of a custom API (contract, "Custom field resource"). */
export interface CustomField {
  readonly id: string;
  readonly customApiId: string;
  readonly name: string;
  readonly description: string;
  /** Unique within its custom API; upper and lower case differ. */
  readonly slug: string;
  readonly fieldType: CustomFieldType;
  readonly validation: CustomFieldValidation;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Members of its record that the contract does not know, as JSON text; absent or null: it has none. */
  readonly unknownMembers?: string | null;
}

/** What entries may hold, by the field's type; null means without that limit. */
export type CustomFieldValidation =
  | { readonly fieldType: 'string'; readonly rules: StringRules }
  | { readonly fieldType: 'integer'; readonly rules: NumberRules }
  | { readonly fieldType: 'boolean'; readonly rules: BooleanRules }
  | { readonly fieldType: 'float'; readonly rules: NumberRules };

export interface BooleanRules {
  readonly allowNullValues: boolean;
}

export interface NumberRules extends BooleanRules {
  readonly minValue: number | null;
  readonly maxValue: number | null;
}

export interface StringRules extends BooleanRules {
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** RE2 syntax; never run on a backtracking engine. */
  readonly regex: string | null;
}

/** The contract's words. */
export const slugTaken: Violation = {
  path: ['slug'],
  rule: 'conflict',
  problem: 'custom_field with the given slug already exists',
  isSentence: true,
};
