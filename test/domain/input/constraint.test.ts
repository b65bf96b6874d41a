/** What is read of zod's own schemas is what its JSON Schema says. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { updateApplicationKeyInput } from '../../../src/domain/application-key/application-key-service.ts';
import { createCustomApiInput } from '../../../src/domain/custom-field/create-custom-api.ts';
import { createCustomFieldInput } from '../../../src/domain/custom-field/create-custom-field.ts';
import { validationRules } from '../../../src/domain/custom-field/validation-rules.ts';
import { constraintsOf } from '../../../src/domain/input/constraint.ts';
import {
  createSubscriptionInput,
  paymentAuthorityInput,
} from '../../../src/domain/subscription/create-subscription.ts';

const published = { minimum: 'min', maximum: 'max' } as Readonly<Record<string, string>>;
const keywords = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'maxProgramSize'];

/** Of a member that may be null, what is said of the value. */
function keywordsOf(member: z.core.JSONSchema.BaseSchema): object {
  const own = Object.entries(member).filter(([name]) => keywords.includes(name));
  const inner = (member.anyOf ?? []).map((one) => keywordsOf(one as z.core.JSONSchema.BaseSchema));
  return Object.assign(Object.fromEntries(own.map(([name, value]) => [published[name] ?? name, value])), ...inner);
}

it.each(
  Object.entries({
    ...{ createSubscriptionInput, paymentAuthorityInput, createCustomApiInput, createCustomFieldInput },
    ...{ updateApplicationKeyInput, ...validationRules },
  }),
)('the members of %s have the rules of its JSON Schema', (_, schema) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const rules = Object.entries(properties).map(([name, member]) => [
    name,
    keywordsOf(member as z.core.JSONSchema.BaseSchema),
  ]);
  expect(constraintsOf<z.ZodType>(schema)).toEqual(Object.fromEntries(rules));
});

it('what has no members has no rules to publish', () => {
  expect(() => constraintsOf(z.string())).toThrow('Only an object has members');
});
