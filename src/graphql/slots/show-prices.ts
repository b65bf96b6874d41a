/** Prices of a product, written from its slots. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Price } from '../../domain/product/price.ts';
import { encodeText, parsePrices, pricePlaces, slotPlaces } from '../../domain/product/product-slots.ts';
import { endOfLine, type ShownProduct, startOfLine, textOfLine } from '../../domain/product/shown-product.ts';
import { unitsOfBytes } from '../../domain/work-budget.ts';
import { formatMoney } from '../product/format-money.ts';
import { priceAsOfNow } from '../product/price-as-of-now.ts';
import { type ByteWriter, type Constant, constantOf } from './byte-writer.ts';
import { type Collecting, collectMembers, type Member } from './collect-members.ts';
import type { ShownItem, ShownPage } from './shown-page.ts';
import { type Write, writeObject } from './write-object.ts';

/** A member of a product that shows prices, and what it is charged for. */
export interface ShownPrices {
  readonly write: Write<ShownItem, ShownPage>;
  readonly unitsOfArguments: number;
  readonly countPrices: (item: ShownItem, page: ShownPage) => number;
  /** Where a price is selected, and where money of one is. */
  readonly price: Member;
  readonly money: readonly Member[];
}

const [yes, no, nothing] = ['true', 'false', 'null'].map(constantOf) as [Constant, Constant, Constant];

export function showPrices(member: Member, collecting: Collecting): ShownPrices | null {
  const money: Member[] = [];
  const writePrice = writeObject<Price, ShownPage>(
    {
      type: collecting.types.price,
      nodes: member.nodes,
      writeMember: (inner) => {
        if (inner.field === 'includesTax') return ({ includesTax }, _page, out) => out.write(includesTax ? yes : no);
        money.push(inner);
        return writeMoney(inner, collecting);
      },
    },
    collecting,
  );
  if (!writePrice) return null;
  const ofPrice = { shape: shapeOf(member, collecting), writePrice, price: member, money };
  return member.field === 'price' ? priceIn(ofPrice, collecting) : pricesAt(ofPrice);
}

interface OfPrice extends Pick<ShownPrices, 'price' | 'money'> {
  /** The same where the same is written. */
  readonly shape: string;
  readonly writePrice: Write<Price, ShownPage>;
}

function shapeOf({ nodes }: Member, collecting: Collecting): string {
  const { price, money } = collecting.types;
  const members = collectMembers(price, nodes, collecting).map((member) => [
    member.name,
    member.field,
    collectMembers(money, member.nodes, collecting).map(({ name, field }) => [name, field]),
  ]);
  return JSON.stringify(members);
}

/** All prices as they were published. */
function pricesAt({ shape, writePrice, ...ofPrice }: OfPrice): ShownPrices {
  const line = pricePlaces[ofPrice.price.field as keyof typeof pricePlaces];
  return {
    ...ofPrice,
    write: createPriceLines(line, { shape, writePrice }),
    unitsOfArguments: 0,
    countPrices: ({ item }) => countPrices(item, line),
  };
}

const comma = 0x2c;
const [openBracket, closeBracket] = [0x5b, 0x5d];

function countPrices(product: ShownProduct, line: number): number {
  const { bytes } = product.slots;
  const [start, end] = [startOfLine(product, line), endOfLine(product, line)];
  let count = start === end ? 0 : 1;
  for (let at = start; at < end; at += 1) if (bytes[at] === comma) count += 1;
  return count;
}

/**
 * Lines of prices as they were written, by selection and locale, at most 20,000 of 500 bytes with their keys (some 20 MB): writing a list of 100 products with three
 * prices each takes four times as long without them (`bench/baseline.md`, fast paths).
 */
const written = new LRUCache<string, Map<string, Constant>>({ max: 20 });
const maxLines = 1000;
const longestKept = 500;

function linesWritten(key: string): Map<string, Constant> {
  const known = written.get(key) ?? new Map<string, Constant>();
  written.set(key, known);
  return known;
}

function createPriceLines(
  line: number,
  { shape, writePrice }: Pick<OfPrice, 'shape' | 'writePrice'>,
): Write<ShownItem, ShownPage> {
  const name = hash('sha1', shape, 'base64url');
  return ({ item }, page, out) => {
    let lines = page.prices.get(name);
    if (!lines) {
      lines = linesWritten(`${page.locale} ${name}`);
      page.prices.set(name, lines);
    }
    const text = textOfLine(item, line);
    const known = lines.get(text);
    if (known) return out.write(known);
    const start = out.length;
    writePrices(parsePrices(text), page, out, writePrice);
    if (out.length - start > longestKept) return;
    if (lines.size >= maxLines) lines.clear();
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

/** The price in one currency, as of now. */
function priceIn({ writePrice, shape: _shape, ...ofPrice }: OfPrice, collecting: Collecting): ShownPrices | null {
  const currency = currencyOf(ofPrice.price, collecting);
  if (currency === null) return null;
  const find = ({ item }: ShownItem, { now, lifetime }: ShownPage) =>
    priceAsOfNow(priceDataOf(item), currency, { now, lifetime });
  return {
    ...ofPrice,
    write(item, page, out) {
      const price = find(item, page);
      if (price) writePrice(price, page, out);
      else out.write(nothing);
    },
    unitsOfArguments: unitsOfBytes(currency.length),
    countPrices: (item, page) => (find(item, page) ? 1 : 0),
  };
}

/** Null: it is nothing that a price is in, which the executor reports. */
function currencyOf({ nodes }: Member, { variables, onVariable }: Collecting): string | null {
  const value = nodes[0].arguments?.[0]?.value;
  if (value?.kind === 'StringValue') return value.value;
  onVariable();
  const given = value?.kind === 'Variable' ? variables.coerced[value.name.value] : null;
  return typeof given === 'string' ? given : null;
}

function priceDataOf(product: ShownProduct) {
  return {
    prices: parsePrices(textOfLine(product, pricePlaces.prices)),
    originalPrices: parsePrices(textOfLine(product, pricePlaces.originalPrices)),
    saleExpires: JSON.parse(textOfLine(product, slotPlaces.saleExpires)) as string | null,
  };
}

function writeMoney({ nodes }: Member, collecting: Collecting): Write<Price, ShownPage> | null {
  return writeObject<Price, ShownPage>(
    {
      type: collecting.types.money,
      nodes,
      writeMember: ({ field }) => moneyWriters[field] ?? null,
    },
    collecting,
  );
}

const moneyWriters: Readonly<Record<string, Write<Price, ShownPage>>> = {
  amount: ({ amount }, _page, out) => out.writeText(`"${amount}"`),
  currency: ({ currency }, _page, out) => out.writeText(`"${currency}"`),
  formatted: ({ amount, currency }, { language }, out) =>
    out.writeText(encodeText(JSON.stringify(formatMoney(amount, currency, language)))),
};
