import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from 'graphql';
import { coerceInputValue } from 'graphql/utilities';

export interface Reading {
  /** Whether everything fitted, and nothing that is required is missing. */
  isWhole: boolean;
}

/** An input value as its type wants it, without what does not fit: undefined stands in its place. */
export function readWhatFits(reading: Reading, type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) {
    if (value == null) return leaveOut(reading);
    return readWhatFits(reading, type.ofType, value);
  }
  if (value == null) return value;
  if (isListType(type)) {
    const items = Array.isArray(value) ? value : [value];
    return items.map((item) => readWhatFits(reading, type.ofType, item));
  }
  if (!isInputObjectType(type)) return coerceInputValue(value, type) ?? leaveOut(reading);
  if (typeof value !== 'object' || Array.isArray(value)) return leaveOut(reading);
  const members = new Map(Object.entries(value));
  const fields = Object.values(type.getFields());
  const known = fields.filter(({ name }) => members.has(name));
  if (known.length < members.size || fields.some((field) => isRequiredInputField(field) && !members.has(field.name))) {
    reading.isWhole = false;
  }
  if (type.isOneOf && known.length !== 1) reading.isWhole = false;
  return Object.fromEntries(
    known.map((field) => [field.name, readWhatFits(reading, field.type, members.get(field.name))]),
  );
}

function leaveOut(reading: Reading): undefined {
  reading.isWhole = false;
}
