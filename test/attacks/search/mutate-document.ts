/** One step away from a document. What it makes need not be valid: refusals are to cost little, too. */
import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { GraphQLCandidate } from './candidate.ts';
import {
  type DocumentSource,
  type Draft,
  nameField,
  randomArguments,
  randomField,
  randomSelection,
} from './random-document.ts';

/** A selection, and what it selects of. */
interface Place {
  readonly node: SelectionSetNode;
  readonly type: GraphQLCompositeType;
}

interface Change {
  readonly place: Place;
  readonly places: readonly Place[];
  readonly source: DocumentSource;
  readonly draft: Draft;
  readonly fragments: FragmentDefinitionNode[];
}

type Step = (change: Change) => readonly SelectionNode[];

const maxSelections = 4000;

const steps: readonly Step[] = [
  addField,
  multiply,
  multiply,
  repeatInside,
  repeatInside,
  double,
  remove,
  remove,
  rewrite,
  direct,
  inventFields,
  nestFragments,
];

export function mutateDocument(candidate: GraphQLCandidate, source: DocumentSource): GraphQLCandidate {
  const places = listPlaces(candidate.document, source.schema);
  if (places.length === 0) return candidate;
  const [operation] = candidate.document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return candidate;
  const place = source.random.pick(places);
  const draft: Draft = {
    definitions: [...(operation.variableDefinitions ?? [])],
    values: { ...candidate.variables },
    fields: 0,
  };
  const fragments: FragmentDefinitionNode[] = [];
  const selections = source.random.pick(steps)({ place, places, source, draft, fragments });
  if (!isSmall(selections) || !isSmall(fragments)) return candidate;
  const [first, ...others] = replace(candidate.document, place.node, selections).definitions;
  if (first?.kind !== Kind.OPERATION_DEFINITION || !isSmall([first, ...others])) return candidate;
  const definitions = [{ ...first, variableDefinitions: draft.definitions }, ...others, ...fragments];
  return { ...candidate, document: { kind: Kind.DOCUMENT, definitions }, variables: draft.values };
}

function listPlaces(document: DocumentNode, schema: GraphQLSchema): Place[] {
  const info = new TypeInfo(schema);
  const places: Place[] = [];
  visit(
    document,
    visitWithTypeInfo(info, {
      SelectionSet(node) {
        const type = getNamedType(info.getType());
        if (type && isCompositeType(type)) places.push({ node, type });
      },
    }),
  );
  return places;
}

function replace(document: DocumentNode, place: SelectionSetNode, selections: readonly SelectionNode[]): DocumentNode {
  return visit(document, {
    // On leaving: what is put there may hold the place itself, which would be replaced again, for ever.
    SelectionSet: { leave: (node) => (node === place ? { kind: Kind.SELECTION_SET, selections } : undefined) },
  });
}

/** Whether it has no more selections than are worth a try: found out without going through all of what is too large. */
function isSmall(nodes: readonly (SelectionNode | DefinitionNode)[]): boolean {
  return roomAfter(nodes, maxSelections) >= 0;
}

function roomAfter(nodes: readonly (SelectionNode | DefinitionNode)[], room: number): number {
  let left = room - nodes.length;
  for (const node of nodes) {
    if (left < 0) return left;
    if ('selectionSet' in node) left = roomAfter(node.selectionSet?.selections ?? [], left);
  }
  return left;
}

function addField({ place: { node, type }, source, draft }: Change): readonly SelectionNode[] {
  const { random } = source;
  if (!isObjectType(type)) return node.selections;
  const field = random.pick(Object.values(type.getFields()));
  const options = { field, depth: random.below(5), alias: random.below(1_000_000) };
  return [...node.selections, randomField(source, draft, options)];
}

/** The same field under many names. */
function multiply({ place: { node }, source: { random } }: Change): readonly SelectionNode[] {
  const selected = random.pick(node.selections);
  if (selected.kind !== Kind.FIELD) return [...node.selections, selected];
  const times = random.pick([2, 3, 5, 10, 20, 50, 190]);
  const start = random.below(1_000_000);
  return [
    ...node.selections,
    ...Array.from(
      { length: times },
      (_, index): FieldNode => ({
        ...selected,
        alias: { kind: Kind.NAME, value: `m${start + index}` },
      }),
    ),
  ];
}

/** What another place of the type selects is selected here: inside of itself, it nests once more. */
function repeatInside({ place: { node, type }, places, source: { random } }: Change): readonly SelectionNode[] {
  const alike = places.filter((one) => one.type === type && one.node !== node);
  return alike.length === 0 ? node.selections : random.pick(alike).node.selections;
}

/** Fragments, each of which spreads the next one twice. */
function double({ place: { node, type }, source: { random }, fragments }: Change): readonly SelectionNode[] {
  const count = random.pick([1, 3, 6, 10, 13, 17]);
  const base = `D${random.below(1_000_000)}x`;
  for (let index = 0; index < count; index += 1) {
    const next = spread(`${base}${index + 1}`);
    fragments.push(toFragment(`${base}${index}`, type, [next, next]));
  }
  fragments.push(toFragment(`${base}${count}`, type, node.selections));
  return [spread(`${base}0`)];
}

function remove({ place: { node }, source: { random } }: Change): readonly SelectionNode[] {
  if (node.selections.length < 2) return node.selections;
  const share = random.chance(0.5) ? 1 : Math.ceil(node.selections.length / 2);
  const start = random.below(node.selections.length - share + 1);
  const left = node.selections.toSpliced(start, share);
  return left.length > 0 ? left : node.selections;
}

/** Other arguments, or another selection. */
function rewrite({ place: { node, type }, source, draft }: Change): readonly SelectionNode[] {
  const { random } = source;
  const index = random.below(node.selections.length);
  const selected = node.selections[index];
  if (selected?.kind !== Kind.FIELD || !isObjectType(type)) return node.selections;
  const field = type.getFields()[selected.name.value];
  if (!field) return node.selections;
  const inner = getNamedType(field.type);
  const changed: FieldNode = {
    ...selected,
    ...(field.args.length > 0 && random.chance(0.7)
      ? { arguments: randomArguments(source, draft, field) }
      : isCompositeType(inner) && {
          selectionSet: randomSelection(source, draft, { type: inner, depth: random.below(5) }),
        }),
  };
  return node.selections.with(index, changed);
}

function direct({ place: { node }, source: { random } }: Change): readonly SelectionNode[] {
  const directive: DirectiveNode = {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: random.pick(['include', 'skip', 'none']) },
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'if' },
        value: { kind: Kind.BOOLEAN, value: random.chance(0.8) },
      },
    ],
  };
  const directives = new Array<DirectiveNode>(random.pick([1, 1, 20, 300])).fill(directive);
  return node.selections.map((selected) => ({ ...selected, directives }));
}

function inventFields({ place: { node }, source: { random } }: Change): readonly SelectionNode[] {
  const name = random.pick(['unknown', 'prodct', 'x'.repeat(1000)]);
  const count = random.pick([1, 50, 500, 3000]);
  return [...node.selections, ...Array.from({ length: count }, (_, index) => nameField(`${name}${index}`))];
}

function nestFragments({ place: { node, type }, source: { random } }: Change): readonly SelectionNode[] {
  let selections = node.selections;
  for (let depth = random.pick([1, 5, 50, 500]); depth > 0; depth -= 1) {
    selections = [
      {
        kind: Kind.INLINE_FRAGMENT,
        ...(random.chance(0.5) && { typeCondition: named(type.name) }),
        selectionSet: { kind: Kind.SELECTION_SET, selections },
      },
    ];
  }
  return selections;
}

function toFragment(
  name: string,
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
): FragmentDefinitionNode {
  return {
    kind: Kind.FRAGMENT_DEFINITION,
    name: { kind: Kind.NAME, value: name },
    typeCondition: named(type.name),
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

function named(name: string) {
  return { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } } as const;
}

function spread(name: string): SelectionNode {
  return { kind: Kind.FRAGMENT_SPREAD, name: { kind: Kind.NAME, value: name } };
}
