/**
 * How often an operation is likely to call the platform behind the gateway, before it is executed. A page is a call of its own, for each
 * object that has it; records that ids lead to are read together, a hundred a call. The release is looked up once.
 */
import {
  type FieldNode,
  type GraphQLCompositeType,
  getNamedType,
  isCompositeType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { pageLimits } from '../../domain/paging/page.ts';
import { workPrices } from '../../domain/work-budget.ts';
import { isCalled, isIntrospection, isList, likelyListSize, recordPrice } from './field-price.ts';
import { type CostOptions, listSizeOf, pageSizeOf } from './query-cost.ts';
import { fragmentsOf, isLeftOut } from './selections.ts';

/** Of a selection: how often whatever number of objects shows it, and how often for each of them. */
interface Calls {
  readonly together: number;
  readonly each: number;
}

const none: Calls = { together: 0, each: 0 };
const alone: Calls = { together: 0, each: 1 };

export function estimateUpstreamCalls({ schema, document, operation, variables, pageLength }: CostOptions): number {
  const fragments = fragmentsOf(document);
  const mutations = schema.getMutationType();
  const known = new Map<string, Calls>();

  function ofSelections({ selections }: SelectionSetNode, type: GraphQLCompositeType, pageSize: number | null): Calls {
    return selections.map((selection) => ofSelection(selection, type, pageSize)).reduce(plus, none);
  }

  function ofSelection(selection: SelectionNode, type: GraphQLCompositeType, pageSize: number | null): Calls {
    if (isLeftOut(selection, variables)) return none;
    if (selection.kind === 'Field') return ofField(selection, type, pageSize);
    const part = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
    if (!part) return none;
    const condition = part.typeCondition && schema.getType(part.typeCondition.name.value);
    const inner = condition && isCompositeType(condition) ? condition : type;
    const key = part.kind === 'FragmentDefinition' ? `${part.name.value} ${pageSize}` : null;
    const calls = (key !== null && known.get(key)) || ofSelections(part.selectionSet, inner, pageSize);
    if (key !== null) known.set(key, calls);
    return calls;
  }

  function ofField(node: FieldNode, type: GraphQLCompositeType, pageSize: number | null): Calls {
    const field = schema.getField(type, node.name.value);
    const inner = field && getNamedType(field.type);
    if (!field || !node.selectionSet || isIntrospection(field) || !isCompositeType(inner)) return none;
    const size = pageSizeOf(field, node, variables, pageLength);
    const items = isList(field.type) ? (listSizeOf(field, node, variables) ?? pageSize ?? likelyListSize(field)) : 1;
    const price = recordPrice(type, field, schema);
    const shown = ofSelections(node.selectionSet, inner, size);
    const read = type === mutations || isCalled(field) ? alone : ofRecords(price, items);
    return plus(read, { together: shown.together, each: items * shown.each });
  }

  const root = schema.getRootType(operation.operation);
  const { together, each } = root ? ofSelections(operation.selectionSet, root, null) : none;
  const calls = Math.ceil(together + each);
  return calls > 0 && operation.operation === 'query' ? calls + 1 : calls;
}

/** What is priced as a record of a page, or as one at the root, is read alone; what is related, with others. */
function ofRecords(price: number, items: number): Calls {
  if (price === 0) return none;
  return price === workPrices.record ? alone : { together: 1, each: items / pageLimits.max };
}

function plus(one: Calls, other: Calls): Calls {
  return { together: one.together + other.together, each: one.each + other.each };
}
