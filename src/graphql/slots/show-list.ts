/** A connection's `nodes` or `edges` as what writes and counts them. */
import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { OperationWork } from '../execution/operation-work.ts';
import type { Made } from '../limits/work-plan.ts';
import { type ByteWriter, writeBytes } from './byte-writer.ts';
import { type Collecting, collectMembers } from './collect-members.ts';
import { type ShownProducts, showProducts } from './show-products.ts';
import type { ShownItem, ShownPage } from './shown-page.ts';
import { type Write, writeObject } from './write-object.ts';

export interface ShownList {
  readonly write: (items: readonly ShownItem[], page: ShownPage) => Buffer;
  /** What executing the selection would be charged. */
  readonly count: (items: readonly ShownItem[], page: ShownPage, work: Pick<OperationWork, 'plansOf'>) => Made;
}

/** A connection's lists, for which this is here. */
const showers = { nodes: showNodes, edges: showEdges } as const;

export type ListField = keyof typeof showers;

export const listFields = Object.keys(showers) as readonly ListField[];

export function showList(field: ListField, nodes: readonly FieldNode[], collecting: Collecting): ShownList | null {
  return showers[field](nodes, collecting);
}

/** Whether all lists that are selected of a connection can be shown so. */
export function showsAllLists(nodes: readonly FieldNode[], collecting: Collecting): boolean {
  return collectMembers(collecting.types.connection, nodes, collecting).every(({ field, nodes: ofList }) => {
    const shown = listFields.find((name) => name === field);
    return shown === undefined || showList(shown, ofList, collecting) !== null;
  });
}

function showNodes(nodes: readonly FieldNode[], collecting: Collecting): ShownList | null {
  const shown = showProducts(nodes, collecting);
  return (
    shown && {
      write: (items, page) => writeItems(items, page, shown.write),
      count(items, page, work) {
        const made = { units: 0, bytes: 0 };
        shown.count(items, page, work, made);
        return made;
      },
    }
  );
}

function showEdges(nodes: readonly FieldNode[], collecting: Collecting): ShownList | null {
  const products: ShownProducts[] = [];
  const { edge } = collecting.types;
  const write = writeObject<ShownItem, ShownPage>(
    {
      type: edge,
      nodes,
      writeMember: (member) => {
        if (member.field === 'cursor') return writeCursor;
        const shown = showProducts(member.nodes, collecting);
        if (shown) products.push(shown);
        return shown?.write;
      },
    },
    collecting,
  );
  return write && listOfEdges(write, { nodes, edge, products });
}

function listOfEdges(
  write: Write<ShownItem, ShownPage>,
  {
    nodes,
    edge,
    products,
  }: {
    readonly nodes: readonly FieldNode[];
    readonly edge: GraphQLObjectType;
    readonly products: readonly ShownProducts[];
  },
): ShownList {
  return {
    write: (items, page) => writeItems(items, page, write),
    count(items, page, work) {
      const ofEdge = work.plansOf(nodes, edge).reduce((sum, { units }) => sum + units, 0);
      const made = { units: ofEdge * items.length, bytes: 0 };
      for (const shown of products) shown.count(items, page, work, made);
      return made;
    },
  };
}

function writeCursor({ sortKey }: ShownItem, { cursorOf }: ShownPage, out: ByteWriter): void {
  out.writeText(`"${cursorOf(sortKey)}"`);
}

const [openBracket, closeBracket, comma] = [0x5b, 0x5d, 0x2c];

function writeItems(items: readonly ShownItem[], page: ShownPage, write: Write<ShownItem, ShownPage>): Buffer {
  return writeBytes((out) => {
    out.writeByte(openBracket);
    for (const item of items) {
      if (item !== items[0]) out.writeByte(comma);
      write(item, page, out);
    }
    out.writeByte(closeBracket);
  });
}
