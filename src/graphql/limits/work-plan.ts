/**
 * What an object costs where a selection shows it, so that a list can be charged before its items are completed: a number for the
 * fields that every object has, and the members to look into, which no resolver makes. What a resolver makes is charged when it
 * has been made (`charge-fields.ts`). Fields that are written twice count twice, as in the estimate.
 */
import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { introspectionPrice, isIntrospection, isList, recordPrice, unitsOfField } from './field-price.ts';
import { createFieldCounter, fragmentsOf, isLeftOut } from './selections.ts';

export interface WorkPlan {
  readonly units: number;
  readonly members: readonly MemberPlan[];
}

interface MemberPlan {
  readonly name: string;
  readonly pricePerRecord: number;
  /** Null: its values are leaves. */
  readonly plan: WorkPlan | null;
}

export interface PlanOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: VariableValues;
}

export type PlanSelections = (selections: SelectionSetNode, type: GraphQLCompositeType) => WorkPlan;

const nothing: WorkPlan = { units: 0, members: [] };

/** A selection is looked at once, at its first use. */
export function createPlanSelections({ schema, document, variables }: PlanOptions): PlanSelections {
  const fragments = fragmentsOf(document);
  const countFields = createFieldCounter(fragments);
  const plans = new Map<SelectionSetNode, WorkPlan>();

  function ofSelections(selections: SelectionSetNode, type: GraphQLCompositeType): WorkPlan {
    const known = plans.get(selections);
    if (known) return known;
    const parts = selections.selections.map((selection) => ofSelection(selection, type));
    const units = parts.reduce((sum, part) => sum + part.units, 0);
    const plan = { units, members: parts.flatMap(({ members }) => members) };
    plans.set(selections, plan);
    return plan;
  }

  function ofSelection(selection: SelectionNode, type: GraphQLCompositeType): WorkPlan {
    if (isLeftOut(selection, variables)) return nothing;
    if (selection.kind === 'Field') {
      const field = schema.getField(type, selection.name.value);
      if (!field) return { units: 1, members: [] };
      if (isIntrospection(field)) return { units: introspectionPrice * countFields(selection), members: [] };
      const inner = getNamedType(field.type);
      const isShallow = !isCompositeType(inner) && !isList(field.type);
      if (isShallow || field.resolve) return { units: unitsOfField(field), members: [] };
      const plan =
        isCompositeType(inner) && selection.selectionSet ? ofSelections(selection.selectionSet, inner) : null;
      const member = { name: field.name, pricePerRecord: recordPrice(type, field, schema), plan };
      return { units: unitsOfField(field), members: [member] };
    }
    const part = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
    const condition = part?.typeCondition && schema.getType(part.typeCondition.name.value);
    return part ? ofSelections(part.selectionSet, isCompositeType(condition) ? condition : type) : nothing;
  }

  return ofSelections;
}

/** Of an object or a list of them, whoever charges for the records; of leaves by their number. What is null has nothing. */
export function unitsOfValue(value: unknown, plan: WorkPlan | null): number {
  if (Array.isArray(value)) return plan ? unitsOfItems(value, plan) : value.length;
  return plan && isObject(value) ? unitsOfObject(value, plan) : 0;
}

function unitsOfItems(items: readonly unknown[], plan: WorkPlan): number {
  return items.reduce<number>((sum, item) => sum + (isObject(item) ? unitsOfObject(item, plan) : 0), 0);
}

function unitsOfObject(object: Members, { units, members }: WorkPlan): number {
  return members.reduce((sum, { name, plan, pricePerRecord }) => {
    const value = object[name];
    const records = pricePerRecord > 0 && isObject(value) ? pricePerRecord : 0;
    return sum + records + unitsOfValue(value, plan);
  }, units);
}

type Members = Readonly<Record<string, unknown>>;

/** An item that could not be loaded stands in its list as an error. */
function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}
