/** Prices of a product, written from its slots. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MembersOfShown } from '../../domain/product/members-of-shown.ts';
import type { Price } from '../../domain/product/price.ts';
import { encodeText, parsePrices, pricePlaces } from '../../domain/product/product-slots.ts';
import { countPrices, textOfLine } from '../../domain/product/shown-product.ts';
import { unitsOfBytes, unitsOfSearch } from '../../domain/work-budget.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { memoised } from '../../lib/memo.ts';
import type { ByteWriter, Constant } from '../bytes/byte-writer.ts';
import { collectMembers, type Member } from '../bytes/collect-members.ts';
import { no, nothing, yes } from '../bytes/write-leaf.ts';
import { type Write, writeObject } from '../bytes/write-object.ts';
import { formatMoney } from '../product/format-money.ts';
import { priceAsOfNow } from '../product/price-as-of-now.ts';
import type { Showing, ShownItem, ShownPage } from './shown-page.ts';

/** A member of a product that shows prices, and what it is charged for. */
export interface ShownPrices {
  readonly write: Write<ShownItem, ShownPage>;
  readonly unitsOfArguments: (page: ShownPage) => number;
  readonly countPrices: (item: ShownItem, page: ShownPage) => number;
  readonly unitsOfSearch: (item: ShownItem, page: ShownPage) => number;
  /** Where a price is selected, and where money of one is. */
  readonly price: Member;
  readonly money: readonly Member[];
}

export function showPrices(member: Member, showing: Showing): ShownPrices | null {
  const money: Member[] = [];
  const writePrice = writeObject<Price, ShownPage>(
    {
      type: showing.types.price,
      nodes: member.nodes,
      writeMember: (inner) => {
        if (inner.field === 'includesTax') return ({ includesTax }, _page, out) => out.write(includesTax ? yes : no);
        money.push(inner);
        return writeMoney(inner, showing);
      },
    },
    showing,
  );
  if (!writePrice) return null;
  const ofPrice = { shape: shapeOf(member, showing), writePrice, price: member, money };
  return member.field === 'price' ? priceIn(ofPrice) : pricesAt(ofPrice);
}

interface OfPrice extends Pick<ShownPrices, 'price' | 'money'> {
  /** The same where the same is written. */
  readonly shape: string;
  readonly writePrice: Write<Price, ShownPage>;
}

function shapeOf({ nodes }: Member, showing: Showing): string {
  const { price, money } = showing.types;
  const members = collectMembers(price, nodes, showing).map((member) => [
    member.name,
    member.field,
    collectMembers(money, member.nodes, showing).map(({ name, field }) => [name, field]),
  ]);
  return JSON.stringify(members);
}

/** All prices as they were published. */
function pricesAt({ shape, writePrice, ...ofPrice }: OfPrice): ShownPrices {
  const line = pricePlaces[ofPrice.price.field as keyof typeof pricePlaces];
  return {
    ...ofPrice,
    write: createPriceLines(line, { shape, writePrice }),
    unitsOfArguments: () => 0,
    countPrices: ({ item }) => countPrices(item, line),
    unitsOfSearch: () => 0,
  };
}

const [comma, openBracket, closeBracket] = [0x2c, 0x5b, 0x5d];

/**
 * Lines of prices as they were written, by selection and locale, at most 20,000 of 500 bytes with their keys (some 20 MB): writing a list of 100 products with three
 * prices each takes four times as long without them (`bench/notebook/fast-paths.md`).
 */
const written = new LRUCache<string, Map<string, Constant>>({ max: 20 });
const maxLines = 1000;
const longestKept = 500;

function linesOf(name: string, page: ShownPage): Map<string, Constant> {
  return memoised(page.prices, name, () =>
    memoised(written, `${page.locale} ${name}`, () => new BoundedMap<string, Constant>(maxLines)),
  );
}

function createPriceLines(
  line: number,
  { shape, writePrice }: Pick<OfPrice, 'shape' | 'writePrice'>,
): Write<ShownItem, ShownPage> {
  const name = hash('sha1', shape, 'base64url');
  return ({ item }, page, out) => {
    const lines = linesOf(name, page);
    const text = textOfLine(item, line);
    const known = lines.get(text);
    if (known) return out.write(known);
    const start = out.length;
    writePrices(parsePrices(text), page, out, writePrice);
    if (out.length - start > longestKept) return;
    lines.set(text, out.constantFrom(start));
  };
}

function writePrices(
  prices: readonly Price[],
  page: ShownPage,
  out: ByteWriter,
  writePrice: Write<Price, ShownPage>,
): void {
  out.writeByte(openBracket);
  for (const price of prices) {
    if (price !== prices[0]) out.writeByte(comma);
    writePrice(price, page, out);
  }
  out.writeByte(closeBracket);
}

/** The price in one currency, as of now: found once, to be counted and to be written. */
function priceIn({ writePrice, shape, ...ofPrice }: OfPrice): ShownPrices {
  const name = hash('sha1', `one ${shape}`, 'base64url');
  const find = (shown: ShownItem, page: ShownPage) => {
    const currency = currencyOf(ofPrice.price, page);
    const found = memoised(page.pricesNow, currency, () => new Map<ShownItem, Price | null>());
    return memoised(found, shown, () => priceAsOfNow(new MembersOfShown(shown.item), currency, page));
  };
  return {
    ...ofPrice,
    write(item, page, out) {
      const price = find(item, page);
      if (!price) return out.write(nothing);
      const lines = linesOf(name, page);
      const text = `${price.currency} ${price.amount} ${price.includesTax}`;
      const known = lines.get(text);
      if (known) return out.write(known);
      const start = out.length;
      writePrice(price, page, out);
      if (out.length - start <= longestKept) lines.set(text, out.constantFrom(start));
    },
    unitsOfArguments: (page) => unitsOfBytes(currencyOf(ofPrice.price, page).length),
    countPrices: (item, page) => (find(item, page) ? 1 : 0),
    unitsOfSearch: (shown, { priceCounts }) =>
      unitsOfSearch(memoised(priceCounts, shown, () => countPrices(shown.item, pricePlaces.prices))),
  };
}

/** @throws Error where it is nothing that a price is in, which graphql-js then reports */
function currencyOf({ nodes }: Member, { run: { variables } }: ShownPage): string {
  const value = nodes[0].arguments?.[0]?.value;
  const currency = value?.kind === 'Variable' ? variables.coerced[value.name.value] : value;
  if (typeof currency === 'string') return currency;
  if (value?.kind === 'StringValue') return value.value;
  throw new Error('No price is in that.');
}

function writeMoney({ nodes }: Member, showing: Showing): Write<Price, ShownPage> | null {
  return writeObject<Price, ShownPage>(
    {
      type: showing.types.money,
      nodes,
      writeMember: ({ field }) => moneyWriters[field] ?? null,
    },
    showing,
  );
}

const moneyWriters: Readonly<Record<string, Write<Price, ShownPage>>> = {
  amount: ({ amount }, _page, out) => out.writeText(`"${amount}"`),
  currency: ({ currency }, _page, out) => out.writeText(`"${currency}"`),
  formatted: ({ amount, currency }, { view }, out) =>
    out.writeText(encodeText(JSON.stringify(formatMoney(amount, currency, view.requestContext.language)))),
};
