/** What the values of arguments cost at each use: by their number, and where they are long by their length. */
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType, type ValueNode } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { unitsOfBytes } from '../../domain/work-budget.ts';

/** Of a coerced value. A list of a variable is walked once, however many fields use it. */
export function unitsOfInput(value: unknown): number {
  if (typeof value === 'string') return unitsOfBytes(value.length);
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? unitsOfList(value) : sum(Object.values(value), unitsOfInput);
}

const knownLists = new WeakMap<readonly unknown[], number>();

function unitsOfList(list: readonly unknown[]): number {
  const known = knownLists.get(list);
  if (known !== undefined) return known;
  const units = list.length + sum(list, unitsOfInput);
  knownLists.set(list, units);
  return units;
}

/** The same of a value as the document writes it. */
export function unitsOfLiteral(node: ValueNode, type: GraphQLInputType, variables: VariableValues): number {
  if (node.kind === 'Variable') return unitsOfInput(variables.coerced[node.name.value]);
  const expected = getNullableType(type);
  if (isListType(expected)) {
    // A single value stands for a list of it.
    const items = node.kind === 'ListValue' ? node.values : [node];
    return items.length + sum(items, (item) => unitsOfLiteral(item, expected.ofType, variables));
  }
  if (node.kind === 'ObjectValue' && isInputObjectType(expected)) {
    const members = expected.getFields();
    return sum(node.fields, ({ name, value }) => {
      const member = members[name.value];
      return member ? unitsOfLiteral(value, member.type, variables) : 0;
    });
  }
  return node.kind === 'StringValue' ? unitsOfBytes(node.value.length) : 0;
}

function sum<Item>(items: readonly Item[], unitsOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + unitsOf(item), 0);
}
