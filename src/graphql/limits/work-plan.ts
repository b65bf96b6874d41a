/**
 * What an object costs where a selection shows it, so that a list can be charged before its items are completed: a number for the
 * fields that every object has, and the members to look into, which no resolver makes. What a resolver makes is charged when it
 * has been made (`charge-fields.ts`). Fields that are written twice count twice, as in the estimate.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { unitsOfBytes } from '../../domain/work-budget.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { sum } from '../../lib/sum.ts';
import { choiceOf, maxChoices } from './choices.ts';
import {
  introspectionPrice,
  isIntrospection,
  isList,
  isMadeWhenRead,
  likelyListSize,
  likelyWalk,
  recordPrice,
  unitsOfBareObject,
  unitsOfField,
} from './field-price.ts';
import { createFieldCounter, fragmentsOf, isLeftOut } from './selections.ts';

export interface WorkPlan {
  readonly units: number;
  readonly members: readonly MemberPlan[];
  /** With what its resolvers are likely to make, as the estimate has it: says how much of it fits into a turn, and is not charged. */
  readonly expected: number;
}

export interface MemberPlan {
  readonly name: string;
  /** How often it is written: fragments that spread others can repeat a field more often than a list could hold. */
  readonly times: number;
  readonly pricePerRecord: number;
  /** Null: its values are leaves. */
  readonly plan: WorkPlan | null;
}

export interface PlanOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: VariableValues;
}

/** Of an object that is selected in several places. */
export function unitsOf(plans: readonly WorkPlan[]): number {
  return plans.reduce((sum, { units }) => sum + units, 0);
}

export type PlanSelections = (selections: SelectionSetNode, type: GraphQLCompositeType) => WorkPlan;

const nothing: WorkPlan = { units: 0, members: [], expected: 0 };
const bareObject = ofLeaf(unitsOfBareObject);

interface LastingPlan {
  readonly schema: GraphQLSchema;
  readonly plan: PlanSelections;
}

/** As long as their documents are cached. */
const lasting = createMemo<DocumentNode, Map<string, LastingPlan>>('work plan');

/** A selection is looked at once, at its first use: once for all requests whose variables leave out the same. */
export function createPlanSelections({ schema, document, variables }: PlanOptions): PlanSelections {
  const plans = memoised(lasting, document, () => new Map());
  const choice = choiceOf(document, variables);
  const known = plans.get(choice.name);
  if (known?.schema === schema) return known.plan;
  // What its cache counts for a token has room for one member.
  let left = document.tokenCount ?? 0;
  const plan = planSelections({ schema, document, variables: choice.variables }, (members) => {
    left -= members;
    // Fragments that many selections spread can make many of few tokens.
    if (left < 0) plans.delete(choice.name);
  });
  if (known || plans.size < maxChoices) plans.set(choice.name, { schema, plan });
  return plan;
}

function planSelections(
  { schema, document, variables }: PlanOptions,
  onPlanned: (members: number) => void,
): PlanSelections {
  const fragments = fragmentsOf(document);
  const countFields = createFieldCounter(fragments);
  const plans = new Map<SelectionSetNode, WorkPlan>();

  function ofSelections(selections: SelectionSetNode, type: GraphQLCompositeType): WorkPlan {
    const known = plans.get(selections);
    if (known) return known;
    const parts = selections.selections.map((selection) => ofSelection(selection, type));
    const plan: WorkPlan = {
      units: sum(parts, ({ units }) => units),
      members: mergeEqual(parts),
      expected: sum(parts, ({ expected }) => expected),
    };
    plans.set(selections, plan);
    onPlanned(plan.members.length);
    return plan;
  }

  function ofSelection(selection: SelectionNode, type: GraphQLCompositeType): WorkPlan {
    if (isLeftOut(selection, variables)) return nothing;
    if (selection.kind === 'Field') return ofField(selection, type);
    const part = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
    const condition = part?.typeCondition && schema.getType(part.typeCondition.name.value);
    return part ? ofSelections(part.selectionSet, isCompositeType(condition) ? condition : type) : nothing;
  }

  function ofField(node: FieldNode, type: GraphQLCompositeType): WorkPlan {
    const field = schema.getField(type, node.name.value);
    if (!field) return ofLeaf(1);
    if (isIntrospection(field)) return ofLeaf(introspectionPrice * countFields(node));
    const units = unitsOfField(field, node);
    const inner = getNamedType(field.type);
    const plan = isCompositeType(inner) && node.selectionSet ? ofObject(ofSelections(node.selectionSet, inner)) : null;
    const pricePerRecord = recordPrice(type, field, schema);
    const items = isList(field.type) ? likelyListSize(field) : 1;
    const expected =
      units + likelyWalk(field) + (plan || isList(field.type) ? items * (pricePerRecord + (plan?.expected ?? 1)) : 0);
    if (isMadeWhenRead(field)) return { units, members: [], expected };
    return { units, members: [{ name: field.name, times: 1, pricePerRecord, plan }], expected };
  }

  return (selections, type) => ofObject(ofSelections(selections, type));
}

/** A field has one price a record in all selections of one type, so its name and what is selected of it tell members apart. */
function mergeEqual(parts: readonly WorkPlan[]): readonly MemberPlan[] {
  const merged = new Map<string, Map<WorkPlan | null, MemberPlan>>();
  for (const member of parts.flatMap(({ members }) => members)) {
    const { name, plan, times } = member;
    const ofName = merged.get(name) ?? new Map<WorkPlan | null, MemberPlan>();
    merged.set(name, ofName.set(plan, { ...member, times: times + (ofName.get(plan)?.times ?? 0) }));
  }
  return [...merged.values()].flatMap((ofName) => [...ofName.values()]);
}

/** Of what is selected of it: a list may have any number of objects of which nothing is. */
function ofObject(selected: WorkPlan): WorkPlan {
  return selected.units > 0 ? selected : bareObject;
}

function ofLeaf(units: number): WorkPlan {
  return { units, members: [], expected: units };
}

/** What there is of values, counted in one walk. */
export interface Made {
  units: number;
  /** Of texts that cost units, a character as one: what else there is, the units bound. */
  bytes: number;
}

export interface Count extends Made {
  /** In units: beyond it nothing more is counted, since what ends the request anyway may take as long to count as to write. */
  readonly most: number;
}

export function createCount(most: number, units = 0): Count {
  return { units, bytes: 0, most };
}

/** Counts an object or a list of them as often as they are written, whoever charges for the records; of leaves their number. What is null has nothing. */
export function countValue(value: unknown, plan: WorkPlan | null, made: Count, times = 1): void {
  if (typeof value === 'string') countText(value, made, times);
  else if (Array.isArray(value)) countItems(value, plan, made, times);
  else if (plan && isLoaded(value)) countObject(value, plan, made, times);
}

/** Of a field that shows no objects: a text, a list of them, or any JSON value. */
export function countLeaves(value: unknown, made: Count): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const members = Object.entries(value);
    made.units += members.length;
    for (const [name, member] of members) {
      if (made.units > made.most) return;
      countText(name, made, 1);
      countLeaves(member, made);
    }
  } else if (Array.isArray(value)) {
    made.units += value.length;
    for (const item of value) {
      if (made.units > made.most) return;
      countLeaves(item, made);
    }
  } else countValue(value, null, made);
}

function countText({ length }: string, made: Made, times: number): void {
  const units = unitsOfBytes(length);
  if (units === 0) return;
  made.units += times * units;
  made.bytes += times * length;
}

function countItems(items: readonly unknown[], plan: WorkPlan | null, made: Count, times: number): void {
  if (!plan) made.units += times * items.length;
  for (const item of items) {
    if (made.units > made.most) return;
    countValue(item, plan, made, times);
  }
}

function countObject(object: Members, { units, members }: WorkPlan, made: Count, times: number): void {
  made.units += times * units;
  for (const member of members) countMember(object[member.name], member, made, times);
}

export function countMember(
  value: unknown,
  { times: written, plan, pricePerRecord }: MemberPlan,
  made: Count,
  times = 1,
): void {
  if (pricePerRecord > 0 && isLoaded(value)) made.units += times * written * pricePerRecord;
  countValue(value, plan, made, times * written);
}

type Members = Readonly<Record<string, unknown>>;

/** An item that could not be loaded stands in its list as an error. */
function isLoaded(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}
