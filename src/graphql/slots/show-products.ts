/**
 * A selection of products as a function that writes them from what they show (`domain/product/product-slots.ts`, `product-details.ts`): leaf fields,
 * prices, and what resolvers make of these. Null where it holds any other field: then products are read and executed as usual.
 */
import { type FieldNode, type GraphQLEnumType, type GraphQLObjectType, getNamedType, isEnumType } from 'graphql';
import { textOfDetail } from '../../domain/product/members-of-shown.ts';
import type { DetailName } from '../../domain/product/product-details.ts';
import { decodeText, type SlotName, slotPlaces } from '../../domain/product/product-slots.ts';
import {
  endOfLine,
  isTranslated,
  type ShownPart,
  type ShownProduct,
  shownLine,
  startOfLine,
  textOfLine,
} from '../../domain/product/shown-product.ts';
import { memoised } from '../../lib/memo.ts';
import { sum } from '../../lib/sum.ts';
import { constantOf } from '../bytes/byte-writer.ts';
import type { Member } from '../bytes/collect-members.ts';
import { nothing } from '../bytes/write-leaf.ts';
import { type Write, writeObject } from '../bytes/write-object.ts';
import type { OperationWork } from '../execution/operation-work.ts';
import {
  type Count,
  countLeaves,
  countMember,
  createCount,
  type Made,
  type MemberPlan,
  unitsOf,
  type WorkPlan,
} from '../limits/work-plan.ts';
import { detailedSource, isDetail, resolveShown } from './resolve-shown.ts';
import { type ShownPrices, showPrices } from './show-prices.ts';
import type { Showing, ShownItem, ShownPage, ShownTypes } from './shown-page.ts';
import { writeGlobalId } from './write-global-id.ts';

export interface ShownProducts {
  /** That has to be read of each. */
  readonly part: ShownPart;
  readonly write: Write<ShownItem, ShownPage>;
  /** Adds what executing the selection would be charged for each of the products. */
  readonly count: (
    items: readonly ShownItem[],
    page: ShownPage,
    work: Pick<OperationWork, 'plansOf'>,
    made: Count,
  ) => void;
}

export function showProducts(nodes: readonly FieldNode[], showing: Showing): ShownProducts | null {
  const { product } = showing.types;
  const prices: ShownPrices[] = [];
  let part: ShownPart = 'slots';
  const write = writeObject<ShownItem, ShownPage>(
    {
      type: product,
      nodes,
      writeMember: (member) => {
        if (['price', 'prices', 'originalPrices'].includes(member.field)) {
          const shown = showPrices(member, showing);
          if (shown) prices.push(shown);
          return shown?.write;
        }
        const leaf = writeLeaf(member, product);
        if (leaf) return leaf;
        const resolved = resolveShown(member, showing);
        if (resolved?.part === 'details') part = 'details';
        return resolved?.write;
      },
    },
    showing,
  );
  return write && { part, write, count: countProducts(nodes, showing.types, prices) };
}

function writeLeaf({ field }: Member, type: GraphQLObjectType): Write<ShownItem, ShownPage> | null {
  if (field === 'id') return ({ item }, { view }, out) => writeGlobalId(item, view.marks, out);
  const line = slotPlaces[(field === 'resourceId' ? 'id' : field) as SlotName];
  if (line === undefined) return null;
  const shown = getNamedType(type.getFields()[field]?.type);
  if (isEnumType(shown)) return writeEnum(shown, line);
  if (isTranslated(line)) {
    return ({ item }, _page, out) => {
      const chosen = shownLine(item, line);
      out.copy(item.slots, startOfLine(item, chosen), endOfLine(item, chosen));
    };
  }
  return ({ item }, _page, out) => out.copy(item.slots, startOfLine(item, line), endOfLine(item, line));
}

function writeEnum(type: GraphQLEnumType, line: number): Write<ShownItem, ShownPage> {
  const names = type
    .getValues()
    .map(({ name, value }) => ({ stored: Buffer.from(JSON.stringify(value)), shown: constantOf(`"${name}"`) }));
  return ({ item }, _page, out) => {
    for (const { stored, shown } of names) if (isLine(item, line, stored)) return out.write(shown);
    out.write(nothing);
  };
}

/** Short texts: a call would take longer than the loop. */
function isLine(product: ShownProduct, line: number, text: Buffer): boolean {
  const { bytes } = product.slots;
  const start = startOfLine(product, line);
  if (endOfLine(product, line) - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text[at]) return false;
  return true;
}

/** What is counted of each product, as its plans say. */
interface Counting {
  readonly units: number;
  readonly counted: readonly { readonly line: number; readonly times: number }[];
  readonly details: readonly (MemberPlan & { readonly name: DetailName })[];
  /** `units`: of each price. */
  readonly ofPrices: readonly (Pick<ShownPrices, 'countPrices' | 'unitsOfSearch'> & { readonly units: number })[];
}

function countProducts(
  nodes: readonly FieldNode[],
  { product, price, money }: ShownTypes,
  prices: readonly ShownPrices[],
): ShownProducts['count'] {
  let known: { readonly plans: readonly WorkPlan[]; readonly counting: Counting } | null = null;

  function countingOf(plans: readonly WorkPlan[], work: Pick<OperationWork, 'plansOf'>): Counting {
    if (known?.plans === plans) return known.counting;
    const members = plans.flatMap((plan) => plan.members);
    const details = members.flatMap((member) => (isDetail(member.name) ? [{ ...member, name: member.name }] : []));
    const counted = members
      .filter(({ name }) => !isDetail(name))
      .map(({ name, times }) => ({ line: slotPlaces[name as SlotName], times }));
    const ofPrices = prices.map((shown) => ({
      countPrices: shown.countPrices,
      unitsOfSearch: shown.unitsOfSearch,
      units:
        unitsOf(work.plansOf(shown.price.nodes, price)) +
        sum(shown.money, (member) => unitsOf(work.plansOf(member.nodes, money))),
    }));
    known = { plans, counting: { units: unitsOf(plans), counted, details, ofPrices } };
    return known.counting;
  }

  return (items, page, work, made) => {
    const { units: own, counted, details, ofPrices } = countingOf(work.plansOf(nodes, product), work);
    const fixed = own + sum(prices, ({ unitsOfArguments }) => unitsOfArguments(page));
    for (const shown of items) {
      if (made.units > made.most) return;
      made.units += fixed;
      for (let at = 0; at < counted.length; at += 1) {
        const { line, times } = counted[at] as (typeof counted)[number];
        countLine(shown, line, page, made, times);
      }
      if (details.length > 0) countDetails(shown, details, page, made);
      for (const { countPrices, unitsOfSearch, units } of ofPrices) {
        made.units += unitsOfSearch(shown, page) + units * countPrices(shown, page);
      }
    }
  };
}

function countDetails(shown: ShownItem, details: Counting['details'], page: ShownPage, made: Count): void {
  for (const member of details) {
    if (made.units > made.most) return;
    const { units, bytes } = countDetail(shown, member, page, made.most);
    made.units += units;
    made.bytes += bytes;
  }
}

/** Of products that have the same detail once. */
function countDetail(shown: ShownItem, member: Counting['details'][number], page: ShownPage, most: number): Made {
  const text = textOfDetail(shown.item, member.name, 'latin1');
  const known = page.countedDetails.get(member, text);
  if (known) return known;
  const made = createCount(most);
  countMember(detailedSource(shown, page)[member.name], member, made);
  page.countedDetails.set(member, text, made);
  return made;
}

/** A text of less than that many bytes costs nothing (`countText` in `limits/work-plan.ts`). */
const shortText = 100;
const [quotationMark, openBracket, backslash] = [0x22, 0x5b, 0x5c];

/** A text, or a list of texts. */
function countLine({ item }: ShownItem, place: number, { counted }: ShownPage, made: Count, times: number): void {
  const line = shownLine(item, place);
  const start = startOfLine(item, line);
  const end = endOfLine(item, line);
  if (end - start <= shortText) {
    if (item.slots.bytes[start] === openBracket) made.units += times * countTexts(item.slots.bytes, start, end);
    return;
  }
  const text = textOfLine(item, line);
  const ofLine = memoised(counted, text, () => {
    const count = createCount(made.most);
    countLeaves(JSON.parse(decodeText(text)), count);
    return count;
  });
  made.units += times * ofLine.units;
  made.bytes += times * ofLine.bytes;
}

/** In a list of them: JSON that holds nothing else. */
function countTexts(bytes: Buffer, start: number, end: number): number {
  let marks = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === backslash) at += 1;
    else if (byte === quotationMark) marks += 1;
  }
  return marks / 2;
}
