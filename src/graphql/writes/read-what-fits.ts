import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { coerceInputValue } from 'graphql/utilities';
import { createMemo } from '../../lib/memo.ts';

export interface Reading {
  /** Whether everything fitted, and nothing that is required is missing. */
  isWhole: boolean;
}

/** Many fields may use one variable. */
const knownOthers = createMemo<object, { readonly type: GraphQLInputObjectType; readonly has: boolean }>('others');

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
  const members = value as Readonly<Record<string, unknown>>;
  const fields = Object.values(type.getFields());
  const known = fields.filter(({ name }) => Object.hasOwn(members, name));
  if (hasOthers(members, type) || fields.some((field) => isRequiredInputField(field) && !known.includes(field))) {
    reading.isWhole = false;
  }
  if (type.isOneOf && known.length !== 1) reading.isWhole = false;
  return Object.fromEntries(
    known.map(({ name, type: wanted }) => [name, readWhatFits(reading, wanted, members[name])]),
  );
}

/** Whether there are members that the type does not have. A request may hold tens of thousands, and listing them takes longer than all else. */
function hasOthers(members: object, type: GraphQLInputObjectType): boolean {
  const known = knownOthers.get(members);
  if (known?.type === type) return known.has;
  const fields = type.getFields();
  let has = false;
  for (const name in members) {
    has = !Object.hasOwn(fields, name);
    if (has) break;
  }
  knownOthers.set(members, { type, has });
  return has;
}

function leaveOut(reading: Reading): undefined {
  reading.isWhole = false;
}
