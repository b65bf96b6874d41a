/** A connection's `nodes` or `edges` as what writes and counts them. */
import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { collectMembers, type Member } from '../bytes/collect-members.ts';
import type { WriteValue } from '../bytes/query-run.ts';
import { writeList } from '../bytes/write-list.ts';
import { type Write, writeObject } from '../bytes/write-object.ts';
import type { OperationWork } from '../execution/operation-work.ts';
import { createCount, type Made, unitsOf } from '../limits/work-plan.ts';
import { type ShownProducts, showProducts } from './show-products.ts';
import type { Showing, ShownItem, ShownPage } from './shown-page.ts';

export interface ShownList {
  /** Where it is selected. */
  readonly nodes: readonly FieldNode[];
  /** That has to be read of each product. */
  readonly part: ShownPart;
  /** Of a long list some items may come later. */
  readonly write: Write<readonly (ShownItem | Promise<ShownItem>)[], ShownPage>;
  /** What executing the selection would be charged. */
  readonly count: (items: readonly ShownItem[], page: ShownPage, work: Pick<OperationWork, 'plansOf'>) => Made;
}

/** The lists of a connection that can be written so. */
const showers = { nodes: showNodes, edges: showEdges } as const;

export type ListField = keyof typeof showers;

export function isListField(name: string): name is ListField {
  return Object.hasOwn(showers, name);
}

export function showList(field: ListField, nodes: readonly FieldNode[], showing: Showing): ShownList | null {
  return showers[field](nodes, showing);
}

/** What has to be read of each product, so that all lists that are selected of a connection can be shown; null: not all can be. */
export function partOfLists(nodes: readonly FieldNode[], showing: Showing): ShownPart | null {
  const lists = collectMembers(showing.types.connection, nodes, showing).flatMap(({ field, nodes: ofList }) =>
    isListField(field) ? [showList(field, ofList, showing)] : [],
  );
  const parts = lists.map((list) => list?.part ?? null);
  return parts.includes(null) ? null : partOf(parts);
}

function partOf(parts: readonly (ShownPart | null)[]): ShownPart {
  return parts.includes('details') ? 'details' : 'slots';
}

function showNodes(nodes: readonly FieldNode[], showing: Showing): ShownList | null {
  const shown = showProducts(nodes, showing);
  return shown && listOf(shown.write, { nodes, edge: null, products: [shown] });
}

function showEdges(nodes: readonly FieldNode[], showing: Showing): ShownList | null {
  const products: ShownProducts[] = [];
  const { edge } = showing.types;
  const write = writeObject<ShownItem, ShownPage>(
    {
      type: edge,
      nodes,
      writeMember: (member) => {
        if (member.field === 'cursor') return writeCursor;
        const shown = showProducts(member.nodes, showing);
        if (shown) products.push(shown);
        return shown && writeNode(member, shown);
      },
    },
    showing,
  );
  return write && listOf(write, { nodes, edge, products });
}

interface ListParts extends Pick<ShownList, 'nodes'> {
  /** Null: its items are products. */
  readonly edge: GraphQLObjectType | null;
  /** Each time that products are selected. */
  readonly products: readonly ShownProducts[];
}

function listOf(write: Write<ShownItem, ShownPage>, { nodes, edge, products }: ListParts): ShownList {
  return {
    nodes,
    part: partOf(products.map(({ part }) => part)),
    write: (items, page, out) => {
      const item: WriteValue = (shown, _run, own) => write(shown as ShownItem, page, own);
      writeList(items, { nodes, isNullable: false, write: item }, page.run, out);
    },
    count(items, page, work) {
      const ofEdge = edge ? unitsOf(work.plansOf(nodes, edge)) : 0;
      const made = createCount(page.view.requestContext.budget.left, ofEdge * items.length);
      for (const shown of products) shown.count(items, page, work, made);
      return made;
    },
  };
}

function writeNode({ name }: Member, { write }: ShownProducts): ShownProducts['write'] {
  return (item, page, out) => {
    page.run.path.push(name);
    write(item, page, out);
    page.run.path.pop();
  };
}

function writeCursor({ sortKey }: ShownItem, { cursorOf }: ShownPage, out: ByteWriter): void {
  out.writeText(`"${cursorOf(sortKey)}"`);
}
