/**
 * Lists of products of which only leaf fields, prices and what resolvers make of what is shown are selected, written from slots and details. A page of 100 products takes 2.2 to 3 times the
 * processor's time without them (`bench/notebook/fast-paths.md`). Their charges are those of the products that graphql-js would execute.
 */
import type { FieldNode, GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { pageLimits } from '../../domain/paging/page.ts';
import type { ItemsAs } from '../../domain/product/ports.ts';
import type { Product } from '../../domain/product/product.ts';
import { ShownItem } from '../../domain/product/shown-product.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { collectMembers, type Selecting } from '../bytes/collect-members.ts';
import type { QueryRun, WriteValue } from '../bytes/query-run.ts';
import type { Planning, SelectedField } from '../bytes/selected-field.ts';
import type { ObjectOptions } from '../bytes/write-object.ts';
import type { OperationWork } from '../execution/operation-work.ts';
import { unitsPerTurn } from '../execution/turns.ts';
import type { Field } from '../limits/field-price.ts';
import type { Made } from '../limits/work-plan.ts';
import { knownLocaleOf } from '../product/format-money.ts';
import type { PageInView, Seen } from '../view/catalog-view.ts';
import { DetailTexts } from './detail-texts.ts';
import { groupOf, leadsToNodes } from './fixed-fields.ts';
import { relatedLoader } from './load-related.ts';
import { detailedSource } from './resolve-shown.ts';
import { isListField, type ListField, partOfLists, type ShownList, showList } from './show-list.ts';
import type { Showing, ShownPage, ShownTypes } from './shown-page.ts';
import { type KeptParts, keepWritten } from './written-parts.ts';

export interface ProductListPlans {
  /** How the products of a connection's field are read: where all that is selected of them can be shown so, as what they show. */
  itemsAs(field: Field, nodes: readonly FieldNode[]): ItemsAs;
  /** What writes a field: a connection's list from what its products show, where its page holds that. */
  writerOf(selected: SelectedField, write: WriteValue): WriteValue;
  /** What writes a list of that type: what many products lead to is there before. */
  prepared(type: GraphQLNamedType, selected: SelectedField, write: WriteValue): WriteValue;
  /** Members of a product that are written once. */
  together(type: GraphQLObjectType, nodes: readonly Selecting[]): Pick<ObjectOptions<unknown, QueryRun>, 'together'>;
}

export function planProductLists(planning: Planning, planMember: Showing['planMember']): ProductListPlans {
  const types = typesOf(planning.schema);
  const showing = { ...planning, types, planMember };
  const kept = createKeptSelections(planning, types.product);
  return {
    itemsAs({ type }, nodes) {
      if (type !== types.connection || !fitsTurn(nodes, planning, types)) return 'products';
      return partOfLists(nodes, showing) ?? 'products';
    },

    writerOf({ parentType, field, name, nodes }, write) {
      if (parentType !== types.connection || !isListField(field.name)) return write;
      const list = showList(field.name, nodes, showing);
      if (!list) return write;
      const loadRelated = relatedLoader(types.product, productsOf(field.name, nodes, showing), planning);
      return (source, run, out) => {
        const { page } = source as { readonly page: PageInView };
        if (!areShown(page.items)) return write(source, run, out);
        const shownPage = toShownPage(page, run);
        const { work } = run.context;
        const made = list.count(page.items, shownPage, work);
        const items = inTurns(page.items, made, work);
        const loading = loadRelated?.(page.items.map((item) => detailedSource(item, shownPage)));
        run.path.push(name);
        writeItems(list, loading ? loading.then(() => items) : items, shownPage, out);
        run.path.pop();
      };
    },

    prepared(type, { nodes }, write) {
      const loadRelated = type === types.product ? relatedLoader(types.product, [nodes], planning) : null;
      if (!loadRelated) return write;
      const awaited = { nodes, isNullable: false, write };
      return (items, run, out) => {
        const isWhole = Array.isArray(items) && items.every((item) => item && !(item instanceof Promise));
        const loading = isWhole && !kept.have(nodes, items) ? loadRelated(items as readonly Seen<Product>[]) : null;
        if (loading)
          run.await(
            loading.then(() => items),
            awaited,
            out,
          );
        else write(items, run, out);
      };
    },

    together: (type, nodes) => (type === types.product && planning.lasts ? { together: kept.together(nodes) } : {}),
  };
}

/** What is kept of the products of each selection. */
function createKeptSelections(planning: Planning, type: GraphQLObjectType) {
  /** Once it was written: all that leads to nodes is among it, or it is not here. */
  const selections = new Map<readonly Selecting[], KeptParts[]>();

  return {
    have: (nodes: readonly Selecting[], products: readonly Seen<Product>[]) =>
      selections.get(nodes)?.every(({ has }) => products.every(has)) ?? false,

    together(nodes: readonly Selecting[]): NonNullable<ObjectOptions<unknown, QueryRun>['together']> {
      const parts: KeptParts[] = [];
      selections.set(nodes, parts);
      return {
        groupOf(member) {
          const group = groupOf(type, member, planning);
          if (group === null && leadsToNodes(member)) selections.delete(nodes);
          return group;
        },
        write(part) {
          const keeping = keepWritten(part);
          parts.push(keeping);
          return keeping.write;
        },
      };
    },
  };
}

function areShown(items: readonly object[]): items is readonly ShownItem[] {
  return items.every((item) => item instanceof ShownItem);
}

function toShownPage({ view, cursorOf }: PageInView, run: QueryRun): ShownPage {
  const { language, now } = view.requestContext;
  return {
    ...{ run, view, now, cursorOf, lifetime: run.context.lifetime },
    locale: knownLocaleOf(language),
    counted: new Map(),
    countedDetails: new DetailTexts(),
    detailed: new Map(),
    writtenDetails: new DetailTexts(),
    prices: new Map(),
    priceCounts: new Map(),
    pricesNow: new Map(),
  };
}

/** As they may be written: where there is more of them than was to be expected, since details may be long, in turns. */
function inTurns(items: readonly ShownItem[], made: Made, work: OperationWork): unknown {
  if (made.units > unitsPerTurn) return work.complete(items, made, []);
  work.complete(null, made, []);
  return items;
}

/** `items`: a promise of them, where they are not to be written yet. */
function writeItems(list: ShownList, items: unknown, page: ShownPage, out: ByteWriter): void {
  const write: WriteValue = (known, _run, own) => list.write(known as readonly ShownItem[], page, own);
  if (items instanceof Promise) page.run.await(items, { nodes: list.nodes, isNullable: false, write }, out);
  else write(items, page.run, out);
}

/** What is selected of each product of the list, each time that it is. */
function productsOf(name: ListField, nodes: readonly FieldNode[], showing: Showing): readonly (readonly FieldNode[])[] {
  if (name === 'nodes') return [nodes];
  const members = collectMembers(showing.types.edge, nodes, showing);
  return members.flatMap((member) => (member.field === 'node' ? [member.nodes] : []));
}

/** A list is written in one turn: where a full page of it takes longer, it is executed, in several. */
function fitsTurn(nodes: readonly FieldNode[], planning: Planning, { connection, edge, product }: ShownTypes): boolean {
  return collectMembers(connection, nodes, planning).every(({ field, nodes: ofList }) => {
    if (!isListField(field)) return true;
    const expected = ofList.map(({ selectionSet }) =>
      selectionSet ? planning.planSelections(selectionSet, field === 'nodes' ? product : edge).expected : 0,
    );
    return expected.reduce((sum, units) => sum + units, 0) * pageLimits.max <= unitsPerTurn;
  });
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
