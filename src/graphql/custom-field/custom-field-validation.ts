import type {
  BooleanRules,
  CustomFieldValidation,
  NumberRules,
  StringRules,
} from '../../domain/custom-field/custom-field.ts';
import { validationRules } from '../../domain/custom-field/validation-rules.ts';
import { constraintsOf } from '../../domain/input/constraint.ts';
import { builder } from '../schema/builder.ts';
import { constrainedBy } from '../schema/constraint.ts';

const StringRulesType = builder.objectRef<StringRules>('StringFieldValidation').implement({
  description: 'What a string field may hold.',
  fields: (t) => ({
    minLength: t.exposeInt('minLength', {
      nullable: true,
      description: 'The fewest characters; null if there is no limit.',
    }),
    maxLength: t.exposeInt('maxLength', {
      nullable: true,
      description: 'The most characters; null if there is no limit.',
    }),
    regex: t.exposeString('regex', { nullable: true, description: 'RE2 syntax; null allows any text.' }),
    allowNullValues: t.exposeBoolean('allowNullValues', { description: 'Whether the field may be null.' }),
  }),
});

const least = { nullable: true, description: 'The least value; null if there is no limit.' } as const;
const greatest = { nullable: true, description: 'The greatest value; null if there is no limit.' } as const;

const IntegerRulesType = builder.objectRef<NumberRules>('IntegerFieldValidation').implement({
  description: 'What an integer field may hold.',
  fields: (t) => ({
    minValue: t.expose('minValue', { type: 'SafeInt', ...least }),
    maxValue: t.expose('maxValue', { type: 'SafeInt', ...greatest }),
    allowNullValues: t.exposeBoolean('allowNullValues', { description: 'Whether the field may be null.' }),
  }),
});

const BooleanRulesType = builder.objectRef<BooleanRules>('BooleanFieldValidation').implement({
  description: 'What a boolean field may hold.',
  fields: (t) => ({
    allowNullValues: t.exposeBoolean('allowNullValues', { description: 'Whether the field may be null.' }),
  }),
});

const FloatRulesType = builder.objectRef<NumberRules>('FloatFieldValidation').implement({
  description: 'What a float field may hold.',
  fields: (t) => ({
    minValue: t.exposeFloat('minValue', least),
    maxValue: t.exposeFloat('maxValue', greatest),
    allowNullValues: t.exposeBoolean('allowNullValues', { description: 'Whether the field may be null.' }),
  }),
});

const other = 'null if the field is of another type.';

export const CustomFieldValidationType = builder.objectRef<CustomFieldValidation>('CustomFieldValidation').implement({
  description: 'What entries may hold in a custom field: the one member that is named like its type is set.',
  fields: (t) => ({
    string: t.field({
      type: StringRulesType,
      nullable: true,
      description: `The rules of a string field; ${other}`,
      resolve: (validation) => (validation.fieldType === 'string' ? validation.rules : null),
    }),
    integer: t.field({
      type: IntegerRulesType,
      nullable: true,
      description: `The rules of an integer field; ${other}`,
      resolve: (validation) => (validation.fieldType === 'integer' ? validation.rules : null),
    }),
    boolean: t.field({
      type: BooleanRulesType,
      nullable: true,
      description: `The rules of a boolean field; ${other}`,
      resolve: (validation) => (validation.fieldType === 'boolean' ? validation.rules : null),
    }),
    float: t.field({
      type: FloatRulesType,
      nullable: true,
      description: `The rules of a float field; ${other}`,
      resolve: (validation) => (validation.fieldType === 'float' ? validation.rules : null),
    }),
  }),
});

const allowNull = 'Whether the field may be null; true unless set.';

const ofString = constraintsOf(validationRules.string);

const StringRulesInput = builder.inputType('StringFieldValidationInput', {
  description: 'What a string field may hold.',
  fields: (t) => ({
    minLength: t.int(
      constrainedBy(
        ofString.minLength,
        'The fewest characters, not more than `maxLength` (rule `range`); null if there is no limit.',
      ),
    ),
    maxLength: t.int(constrainedBy(ofString.maxLength, 'The most characters; null if there is no limit.')),
    regex: t.string(constrainedBy(ofString.regex, 'RE2 syntax; null allows any text.')),
    allowNullValues: t.boolean({ description: allowNull }),
  }),
});

const ofInteger = constraintsOf(validationRules.integer);

const IntegerRulesInput = builder.inputType('IntegerFieldValidationInput', {
  description: 'What an integer field may hold.',
  fields: (t) => ({
    minValue: t.field({
      type: 'SafeInt',
      ...constrainedBy(
        ofInteger.minValue,
        'The least value, not greater than `maxValue` (rule `range`); null if there is no limit.',
      ),
    }),
    maxValue: t.field({
      type: 'SafeInt',
      ...constrainedBy(ofInteger.maxValue, 'The greatest value; null if there is no limit.'),
    }),
    allowNullValues: t.boolean({ description: allowNull }),
  }),
});

const BooleanRulesInput = builder.inputType('BooleanFieldValidationInput', {
  description: 'What a boolean field may hold.',
  fields: (t) => ({ allowNullValues: t.boolean({ description: allowNull }) }),
});

const FloatRulesInput = builder.inputType('FloatFieldValidationInput', {
  description: 'What a float field may hold.',
  fields: (t) => ({
    minValue: t.float({
      description: 'The least value, not greater than `maxValue` (rule `range`); null if there is no limit.',
    }),
    maxValue: t.float({ description: 'The greatest value; null if there is no limit.' }),
    allowNullValues: t.boolean({ description: allowNull }),
  }),
});

export const CustomFieldValidationInput = builder.inputType('CustomFieldValidationInput', {
  isOneOf: true,
  description: "What entries may hold: exactly one member, the one that is named like the field's type.",
  fields: (t) => ({
    string: t.field({ type: StringRulesInput, description: 'For a field of the type STRING.' }),
    integer: t.field({ type: IntegerRulesInput, description: 'For a field of the type INTEGER.' }),
    boolean: t.field({ type: BooleanRulesInput, description: 'For a field of the type BOOLEAN.' }),
    float: t.field({ type: FloatRulesInput, description: 'For a field of the type FLOAT.' }),
  }),
});
