/** Values of scalars and enums as JSON. What a type would not take is its own to say. */
import { type GraphQLEnumType, type GraphQLLeafType, type GraphQLScalarType, isEnumType } from 'graphql';
import { memoised } from '../../lib/memo.ts';
import { type ByteWriter, type Constant, constantOf } from './byte-writer.ts';

export type WriteLeaf = (value: unknown, out: ByteWriter) => void;

export const [yes, no, nothing] = ['true', 'false', 'null'].map(constantOf) as [Constant, Constant, Constant];

const writers = new WeakMap<GraphQLLeafType, WriteLeaf>();

/** None of them is null. */
export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  return memoised(writers, type, () => (isEnumType(type) ? enumWriter(type) : scalarWriter(type)));
}

function scalarWriter(type: GraphQLScalarType): WriteLeaf {
  const writeOther = coercedWriter(type);
  const isText = type.name === 'String' || type.name === 'ID';
  const isBoolean = type.name === 'Boolean';
  return (value, out) => {
    if (isText && typeof value === 'string') out.writeString(value);
    else if (isBoolean && typeof value === 'boolean') out.write(value ? yes : no);
    else writeOther(value, out);
  };
}

function enumWriter(type: GraphQLEnumType): WriteLeaf {
  const names = new Map<unknown, Constant>(type.getValues().map(({ name, value }) => [value, constantOf(`"${name}"`)]));
  const writeOther = coercedWriter(type);
  return (value, out) => {
    const name = names.get(value);
    if (name) out.write(name);
    else writeOther(value, out);
  };
}

/** @throws Error where the type has no such value */
function coercedWriter(type: GraphQLLeafType): WriteLeaf {
  return (value, out) => {
    if (value instanceof Error) throw value;
    const coerced = type.coerceOutputValue(value);
    if (typeof coerced === 'string') {
      out.writeString(coerced);
      return;
    }
    const json = coerced == null ? undefined : JSON.stringify(coerced);
    if (json === undefined) throw new Error(`${type} has no such value.`);
    out.writeJson(json);
  };
}
