/**
 * What the values of arguments cost at each use: by their number, and where they are long by their length. A list within an
 * argument is one of a filter, whose values are sorted and looked for; a list that is an argument itself only names things.
 */
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType, type ValueNode } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { unitsOfBytes, workPrices } from '../../domain/work-budget.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { sum } from '../../lib/sum.ts';

/** Of a field's coerced arguments. A list of a variable is walked once, however many fields use it. */
export function unitsOfArguments(args: Readonly<Record<string, unknown>>): number {
  let units = 0;
  for (const name in args) units += unitsOfInput(args[name], workPrices.listItem);
  return units;
}

/** The same of an argument as the document writes it. */
export function unitsOfArgument(node: ValueNode, type: GraphQLInputType, variables: VariableValues): number {
  return unitsOfLiteral(node, type, { variables, ofItem: workPrices.listItem });
}

/** No type nests deeper, so nothing looks at what does. */
const maxInputDepth = 16;

/**
 * No input type has more members. What is beyond them is not checked but named, which costs as much as a value of a filter. Of
 * variables themselves there may be more.
 */
export const maxMembers = 100;

/** The least that variables cost, whatever they are: what is too much for that is refused before it is checked, value by value. */
export function leastUnitsOfVariables(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > maxInputDepth) return 0;
  const unitsOf = (item: unknown) => workPrices.listItem + leastUnitsOfVariables(item, depth + 1);
  if (Array.isArray(value)) return sum(value, unitsOf);
  let count = 0;
  let units = 0;
  // Where they are many, listing them takes longer than all else: once is enough.
  for (const name in value) {
    count += 1;
    units += unitsOf(value[name as keyof typeof value]);
  }
  return units + (depth > 0 ? workPrices.filterValue * Math.max(count - maxMembers, 0) : 0);
}

function unitsOfInput(value: unknown, ofItem: number): number {
  if (typeof value === 'string') return unitsOfBytes(value.length);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return ofItem * value.length + unitsOfItems(value);
  return sum(Object.values(value), (member) => unitsOfInput(member, workPrices.filterValue));
}

/** For 40 filters that share a list of 1,000 values these bring a tenth (`bench/notebook/fast-paths.md`). */
const knownLists = createMemo<readonly unknown[], number>('units');

/** Of what the items hold. */
function unitsOfItems(list: readonly unknown[]): number {
  return memoised(knownLists, list, () => sum(list, (item) => unitsOfInput(item, workPrices.filterValue)));
}

interface Where {
  readonly variables: VariableValues;
  readonly ofItem: number;
}

function unitsOfLiteral(node: ValueNode, type: GraphQLInputType, { variables, ofItem }: Where): number {
  if (node.kind === 'Variable') return unitsOfInput(variables.coerced[node.name.value], ofItem);
  const within = { variables, ofItem: workPrices.filterValue };
  const expected = getNullableType(type);
  if (isListType(expected)) {
    // A single value stands for a list of it.
    const items = node.kind === 'ListValue' ? node.values : [node];
    return ofItem * items.length + sum(items, (item) => unitsOfLiteral(item, expected.ofType, within));
  }
  if (node.kind === 'ObjectValue' && isInputObjectType(expected)) {
    const members = expected.getFields();
    return sum(node.fields, ({ name, value }) => {
      const member = members[name.value];
      return member ? unitsOfLiteral(value, member.type, within) : 0;
    });
  }
  return node.kind === 'StringValue' ? unitsOfBytes(node.value.length) : 0;
}
