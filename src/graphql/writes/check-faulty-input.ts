/**
 * All phases together: where a mutation's input is of the wrong type in places, the rules check the rest of it, so that a
 * client learns of every fault at once, as over REST.
 */
import type {
  DocumentNode,
  FieldNode,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import type { PathSegment, Violation } from '../../domain/input/violations.ts';
import { memoised } from '../../lib/memo.ts';
import type { WritingContext } from '../execution/context.ts';
import { fragmentsOf } from '../limits/selections.ts';
import { readWhatFits } from './read-what-fits.ts';
import { ruleFaultsOf } from './write-field.ts';

export interface FaultyRequest extends Omit<WritingContext, 'outcome'> {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The faults of type that were found, and those of the rules beside them: in the rules' order, one for each place. */
export async function withRuleFaults(request: FaultyRequest, typeFaults: readonly Violation[]): Promise<Violation[]> {
  const { schema, operation } = request;
  if (operation.operation !== 'mutation') return [...typeFaults];
  const ruleFaults: Violation[] = [];
  for (const field of mutationFields(request)) {
    const definition = schema.getMutationType()?.getFields()[field.name.value];
    const argument = definition?.args.find(({ name }) => name === 'input');
    const given = field.arguments?.find(({ name }) => name.value === 'input');
    if (!definition || !argument || !given) continue;
    const reading = { isWhole: true };
    const input = readWhatFits(reading, argument.type, toValue(given.value, request));
    if (reading.isWhole) continue;
    ruleFaults.push(...(await ruleFaultsOf(definition.extensions, request, input)));
  }
  return merge(typeFaults, ruleFaults);
}

/** By the names that their results would have: a mutation has a few, as its limit says. */
function mutationFields({ document, operation }: FaultyRequest): Iterable<FieldNode> {
  const fragments = fragmentsOf(document);
  const fields = new Map<string, FieldNode>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === 'Field') memoised(fields, (selection.alias ?? selection.name).value, () => selection);
      else if (selection.kind === 'InlineFragment') collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return fields.values();
}

type Given = Pick<FaultyRequest, 'operation' | 'inputs'>;

/** A literal as the JSON that means the same. */
function toValue(node: ValueNode, given: Given): unknown {
  switch (node.kind) {
    case 'Variable':
      return variableValue(node.name.value, given);
    case 'NullValue':
      return null;
    case 'IntValue':
    case 'FloatValue':
      return Number(node.value);
    case 'ListValue':
      return node.values.map((item) => toValue(item, given));
    case 'ObjectValue':
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, toValue(value, given)]));
    default:
      return node.value;
  }
}

/** Of a variable that is not given, what the document says in its place. */
function variableValue(name: string, given: Given): unknown {
  const { operation, inputs } = given;
  if (Object.hasOwn(inputs, name)) return inputs[name];
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return definition?.defaultValue && toValue(definition.defaultValue, given);
}

/**
 * What the type says stands in the place of what the rules say of the same member, or of what is in it. That members exclude each other
 * is for the rules to say, where they do: they know which one is right.
 */
function merge(typeFaults: readonly Violation[], ruleFaults: readonly Violation[]): Violation[] {
  const told = typeFaults.filter(
    ({ rule, path }) => rule !== 'exclusive' || !ruleFaults.some((ruleFault) => isWithin(ruleFault.path, path)),
  );
  const left = new Set(told);
  const merged = ruleFaults.flatMap((ruleFault) => {
    const same = told.filter(({ path, rule }) => rule !== 'more' && isWithin(ruleFault.path, path));
    if (same.length === 0) return [ruleFault];
    return same.filter((fault) => left.delete(fault));
  });
  return [...merged, ...left];
}

function isWithin(inner: readonly PathSegment[], outer: readonly PathSegment[]): boolean {
  return outer.every((segment, index) => inner[index] === segment);
}
