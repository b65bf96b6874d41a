/**
 * Lists of products of which only leaf fields and prices are selected, written from slots past the executor. A page of 100 products
 * takes 2.2 to 3 times the processor's time without them (`bench/baseline.md`, fast paths). graphql-js executes all around them and gets an empty list
 * in their place, so that arguments, errors and charges are its own; what they show goes into its result.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  responsePathAsArray,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { pageLimits } from '../../domain/paging/page.ts';
import { ShownItem } from '../../domain/product/shown-product.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { OperationWork } from '../execution/operation-work.ts';
import { unitsPerTurn } from '../execution/turns.ts';
import { fragmentsOf } from '../limits/selections.ts';
import { knownLocaleOf } from '../product/format-money.ts';
import type { PageInView } from '../view/catalog-view.ts';
import { type Collecting, collectMembers, type ShownTypes } from './collect-members.ts';
import { JsonText } from './json-text.ts';
import { type ListField, type ShownList, showList, showsAllLists } from './show-list.ts';

export interface ShownLists {
  /** Whether all that is selected of the products of a connection's field can be shown so. */
  showsAll(info: GraphQLResolveInfo): boolean;
  /** An empty list, in whose place the result gets what the page shows; null: its products are to be executed. */
  show(field: ListField, page: PageInView, info: GraphQLResolveInfo): readonly never[] | null;
  /** What is shown so far, put into a result. */
  insert(data: unknown): readonly JsonText[];
  /** Forgets what was shown, for work that is done a second time. */
  restart(): void;
}

export interface ShownListsOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: VariableValues;
  readonly work: Pick<OperationWork, 'plansOf' | 'complete'>;
  readonly lifetime: Lifetime;
}

/** Everything is executed. */
export const noShownLists: ShownLists = {
  showsAll: () => false,
  show: () => null,
  insert: () => [],
  restart() {},
};

interface Shown {
  readonly path: readonly (string | number)[];
  readonly bytes: Buffer;
}

export function createShownLists({ schema, document, variables, work, lifetime }: ShownListsOptions): ShownLists {
  const types = typesOf(schema);
  const plans = createPlans({ schema, document, variables, types });
  const collecting = { schema, types, fragments: fragmentsOf(document), variables, onVariable: () => undefined };
  let shown: Shown[] = [];

  return {
    showsAll: ({ fieldNodes }) => plans.showsAll(fieldNodes) && fitsTurn(fieldNodes, collecting, work),

    show(field, { items, view, cursorOf }, { fieldNodes, path }) {
      const list = items.every((item) => item instanceof ShownItem) ? plans.ofList(field, fieldNodes) : null;
      if (!list) return null;
      const { language, now } = view.requestContext;
      const locale = knownLocaleOf(language);
      const page = {
        marks: view.marks,
        language,
        locale,
        now,
        lifetime,
        cursorOf,
        counted: new Map(),
        prices: new Map(),
      };
      work.complete(null, list.count(items as readonly ShownItem[], page, work), []);
      shown.push({ path: responsePathAsArray(path), bytes: list.write(items as readonly ShownItem[], page) });
      return [];
    },

    insert: (data) =>
      shown.map(({ path, bytes }, place) => {
        const json = new JsonText(bytes, place);
        replaceList(data, path, json);
        return json;
      }),

    restart() {
      shown = [];
    },
  };
}

/** A list is written in one turn: where a full page of it takes longer, it is executed, in several. */
function fitsTurn(
  nodes: readonly FieldNode[],
  collecting: Collecting,
  { plansOf }: ShownListsOptions['work'],
): boolean {
  const { connection, edge, product } = collecting.types;
  return collectMembers(connection, nodes, collecting).every(({ field, nodes: ofList }) => {
    if (field !== 'nodes' && field !== 'edges') return true;
    const plans = plansOf(ofList, field === 'nodes' ? product : edge);
    return plans.reduce((sum, { expected }) => sum + expected, 0) * pageLimits.max <= unitsPerTurn;
  });
}

/** Unless something around it failed, and is null. */
function replaceList(data: unknown, path: readonly (string | number)[], json: JsonText): void {
  let place = data;
  for (const key of path.slice(0, -1)) place = (place as Record<string, unknown> | null | undefined)?.[key];
  const last = path.at(-1);
  if (place && last !== undefined) (place as Record<string, unknown>)[last] = json;
}

interface Planned<Plan> {
  readonly nodes: readonly FieldNode[];
  readonly plan: Plan;
}

interface Plans<Plan> {
  get(first: FieldNode): Planned<Plan> | undefined;
  set(first: FieldNode, planned: Planned<Plan>): unknown;
}

/** By the first place where their field is written: as long as the document is cached. */
const lists: Plans<ShownList | null> = new WeakMap();
const allLists: Plans<boolean> = new WeakMap();

/** What depends on variables is planned for one request. */
function createPlans({
  schema,
  document,
  variables,
  types,
}: Pick<ShownListsOptions, 'schema' | 'document' | 'variables'> & { readonly types: ShownTypes }) {
  const fragments = fragmentsOf(document);
  const own: { lists: Plans<ShownList | null>; allLists: Plans<boolean> } = { lists: new Map(), allLists: new Map() };

  function find<Plan>(
    [lasting, passing]: readonly [Plans<Plan>, Plans<Plan>],
    nodes: readonly FieldNode[],
    make: (collecting: Collecting) => Plan,
  ): Plan {
    const [first] = nodes as [FieldNode];
    for (const plans of [lasting, passing]) {
      const known = plans.get(first);
      if (known && isSame(known.nodes, nodes)) return known.plan;
    }
    let lasts = true;
    const onVariable = () => {
      lasts = false;
    };
    const plan = make({ schema, types, fragments, variables, onVariable });
    (lasts ? lasting : passing).set(first, { nodes, plan });
    return plan;
  }

  return {
    showsAll: (nodes: readonly FieldNode[]) =>
      find([allLists, own.allLists], nodes, (collecting) => showsAllLists(nodes, collecting)),
    ofList: (field: ListField, nodes: readonly FieldNode[]) =>
      find([lists, own.lists], nodes, (collecting) => showList(field, nodes, collecting)),
  };
}

/** A fragment may stand in several lists that select more beside it. */
function isSame(known: readonly FieldNode[], nodes: readonly FieldNode[]): boolean {
  return known.length === nodes.length && known.every((node, at) => node === nodes[at]);
}

function typesOf(schema: GraphQLSchema): ShownTypes {
  const typeNamed = (name: string) => schema.getType(name) as GraphQLObjectType;
  return {
    connection: typeNamed('ProductConnection'),
    edge: typeNamed('ProductEdge'),
    product: typeNamed('Product'),
    price: typeNamed('Price'),
    money: typeNamed('Money'),
  };
}
