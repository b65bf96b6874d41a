/**
 * A selection of products as a function that writes them from their slots (`domain/product/product-slots.ts`): leaf fields and prices.
 * Null where it holds any other field: then products are read and executed as usual.
 */
import { type FieldNode, type GraphQLObjectType, getNamedType, isEnumType } from 'graphql';
import { decodeText, type SlotName, slotPlaces } from '../../domain/product/product-slots.ts';
import type { OperationWork } from '../execution/operation-work.ts';
import { countLeaves, type Made, type WorkPlan } from '../limits/work-plan.ts';
import { formatGlobalId } from '../schema/global-id.ts';
import type { Collecting, Member, ShownTypes } from './collect-members.ts';
import { type ShownPrices, showPrices } from './show-prices.ts';
import type { ShownItem, ShownPage } from './shown-page.ts';
import { type Write, writeObject } from './write-object.ts';

export interface ShownProducts {
  readonly write: Write<ShownItem, ShownPage>;
  /** Adds what executing the selection would be charged for each of the products. */
  readonly count: (
    items: readonly ShownItem[],
    page: ShownPage,
    work: Pick<OperationWork, 'plansOf'>,
    made: Made,
  ) => void;
}

export function showProducts(nodes: readonly FieldNode[], collecting: Collecting): ShownProducts | null {
  const { product } = collecting.types;
  const prices: ShownPrices[] = [];
  const write = writeObject<ShownItem, ShownPage>(
    {
      type: product,
      nodes,
      writeMember: (member) => {
        if (['price', 'prices', 'originalPrices'].includes(member.field)) {
          const shown = showPrices(member, collecting);
          if (shown) prices.push(shown);
          return shown?.write;
        }
        return writeLeaf(member, product);
      },
    },
    collecting,
  );
  return write && { write, count: countProducts(nodes, collecting.types, prices) };
}

function writeLeaf({ field }: Member, type: GraphQLObjectType): Write<ShownItem, ShownPage> | null {
  if (field === 'id') return writeGlobalId;
  const place = slotPlaces[(field === 'resourceId' ? 'id' : field) as SlotName];
  if (place === undefined) return null;
  const shown = getNamedType(type.getFields()[field]?.type);
  if (!isEnumType(shown)) return ({ item }) => item.lines[place] as string;
  const names = new Map(shown.getValues().map(({ name, value }) => [JSON.stringify(value), `"${name}"`]));
  return ({ item }) => names.get(item.lines[place] as string) ?? 'null';
}

/** An id in which JSON escapes nothing has the bytes of its UTF-8 already. */
function writeGlobalId({ item: { lines } }: ShownItem, { marks }: ShownPage): string {
  const line = lines[slotPlaces.id] as string;
  if (line.includes('\\')) return `"${formatGlobalId('Product', JSON.parse(decodeText(line)), marks)}"`;
  // A quarter of the time that a Buffer takes.
  const base64 = btoa(`Product${marks}:${line.slice(1, -1)}`);
  const end = base64.indexOf('=');
  return `"${(end < 0 ? base64 : base64.slice(0, end)).replaceAll('+', '-').replaceAll('/', '_')}"`;
}

function countProducts(
  nodes: readonly FieldNode[],
  { product, price, money }: ShownTypes,
  prices: readonly ShownPrices[],
): ShownProducts['count'] {
  return (items, page, { plansOf }, made) => {
    const plans = plansOf(nodes, product);
    const fixed = unitsOf(plans) + sum(prices, ({ unitsOfArguments }) => unitsOfArguments);
    const counted = plans.flatMap(({ members }) =>
      members.map(({ name, times }) => ({ place: slotPlaces[name as SlotName], times })),
    );
    const ofPrices = prices.map((shown) => ({
      countPrices: shown.countPrices,
      units:
        unitsOf(plansOf(shown.price.nodes, price)) +
        sum(shown.money, (member) => unitsOf(plansOf(member.nodes, money))),
    }));
    for (const shown of items) {
      made.units += fixed;
      for (const { place, times } of counted) countLine(shown.item.lines[place] as string, page, made, times);
      for (const { countPrices, units } of ofPrices) made.units += units * countPrices(shown, page);
    }
  };
}

/** A text of less than that many bytes costs nothing. */
const shortText = 100;
const quotationMark = 34;

/** A text, or a list of texts. */
function countLine(line: string, { counted }: ShownPage, made: Made, times: number): void {
  if (line.length <= shortText && line.charCodeAt(0) === quotationMark) {
    made.bytes += times * line.length;
    return;
  }
  if (line === 'null' || line === '[]') return;
  let ofLine = counted.get(line);
  if (!ofLine) {
    ofLine = { units: 0, bytes: 0 };
    countLeaves(JSON.parse(decodeText(line)), ofLine);
    counted.set(line, ofLine);
  }
  made.units += times * ofLine.units;
  made.bytes += times * ofLine.bytes;
}

function unitsOf(plans: readonly WorkPlan[]): number {
  return sum(plans, ({ units }) => units);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
