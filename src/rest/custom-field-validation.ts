/** The rules of a custom field as a request may hold them, in the contract's names. */
import { type CustomFieldType, customFieldTypes } from '../domain/custom-field/custom-field.ts';
import { validationRules } from '../domain/custom-field/validation-rules.ts';
import { excerpt } from '../domain/errors.ts';
import { isObject } from '../domain/input/is-object.ts';
import { createViolationList, type Violation } from '../domain/input/violations.ts';
import { toSnakeCase } from './errors.ts';
import { toRequestSchema } from './request-schema.ts';

/** Members that mean nothing are refused (`validationFaults`). That they may be null is not said: generators make types of it that nothing fits. */
const closed = { additionalProperties: false } as const;

/** What a request may hold: one of the types, or nothing. */
export function validationRequest() {
  const typed = customFieldTypes.map((type) => [
    type,
    { anyOf: [{ ...toRequestSchema(validationRules[type]), ...closed }, { type: 'null' }] },
  ]);
  return { type: ['object', 'null'], properties: Object.fromEntries(typed), ...closed };
}

const namesInDomain: ReadonlyMap<string, string> = new Map(
  Object.values(validationRules).flatMap(({ shape }) => Object.keys(shape).map((name) => [toSnakeCase(name), name])),
);

/** What is no object goes on as it is, to be refused. */
export function toValidationInput(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const types = customFieldTypes.filter((type) => Object.hasOwn(sent, type));
  return Object.fromEntries(types.map((type) => [type, toRulesInput(sent[type])]));
}

function toRulesInput(rules: unknown): unknown {
  if (!isObject(rules)) return rules;
  const known = [...namesInDomain].filter(([name]) => Object.hasOwn(rules, name));
  return Object.fromEntries(known.map(([name, own]) => [own, rules[name]]));
}

/**
 * Members that mean nothing, which elsewhere in a body are ignored: here one would be believed to be a limit. Null says nothing,
 * whatever its name.
 */
export function validationFaults(sent: unknown, maxViolations: number): Violation[] {
  if (!isObject(sent)) return [];
  const violations = createViolationList(maxViolations);
  const refuseStray = (members: unknown, known: readonly string[], path: readonly string[]) => {
    if (!isObject(members)) return;
    for (const name of Object.keys(members)) {
      if (known.includes(name) || members[name] === null) continue;
      violations.add(() => {
        const problem = `must not hold '${excerpt(name)}': its members are ${known.join(', ')}`;
        return { path, rule: 'type', problem };
      });
    }
  };
  refuseStray(sent, customFieldTypes, ['validation']);
  for (const type of customFieldTypes) refuseStray(sent[type], rulesOf(type), ['validation', type]);
  return violations.toArray();
}

function rulesOf(type: CustomFieldType): readonly string[] {
  return Object.keys(validationRules[type].shape).map(toSnakeCase);
}
