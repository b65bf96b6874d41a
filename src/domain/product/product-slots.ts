/**
 * What a product shows by itself, as the texts that go into a response: made when its release is indexed, so that a page of a list
 * is written without reading any document. A text has a line for each slot, in the order of `slots`: JSON, which has no line breaks
 * of its own. After them come two lines of prices, and one for each language that the product is translated into.
 *
 * A text holds the bytes of UTF-8, one a character: the database gives them back as they were, and V8 with half the memory.
 */
import { toUtc } from '../input/date-time.ts';
import type { Price } from './price.ts';
import type { Product } from './product.ts';

const same = (value: unknown) => value;
const moment = (value: string | null) => value && toUtc(value);

/** Members of a product, and what is shown of them. */
const members = {
  id: same,
  name: same,
  description: same,
  language: same,
  slug: same,
  sku: same,
  status: same,
  commodityType: same,
  isBaseProduct: same,
  baseProductId: same,
  isCurated: same,
  upcEan: same,
  manufacturerPartNum: same,
  externalRef: same,
  tags: same,
  productTypes: same,
  publishedAt: moment,
  createdAt: moment,
  updatedAt: moment,
  catalogId: same,
  catalogSource: same,
  mainImageId: same,
  priceModifierNames: same,
  pricebookId: same,
  saleId: same,
  saleExpires: moment,
} as const satisfies { readonly [Name in keyof Product]?: (value: never) => unknown };

export type SlotName = keyof typeof members;

const slots = Object.keys(members) as readonly SlotName[];

/** Where a slot stands in the lines of a text. */
export const slotPlaces = Object.fromEntries(slots.map((name, place) => [name, place])) as Record<SlotName, number>;
export const pricePlaces = { prices: slots.length, originalPrices: slots.length + 1 } as const;
/** How many lines every text has. */
export const ownLines = slots.length + 2;
/** What a product shows in a language: its own text where there is none of it. */
export const translatedSlots = ['name', 'description', 'language'] as const satisfies readonly SlotName[];

export function formatSlots(product: Product): string {
  const lineOf = (name: SlotName) => JSON.stringify((members[name] as (value: unknown) => unknown)(product[name]));
  // What is not translated is left out: a description may be long, and languages many.
  const translations = product.localisations.map(({ language, name, description }) => {
    const own = name === null && description === null ? null : language;
    return [language, ...[name, description, own].map((text) => (text === null ? '' : JSON.stringify(text)))].join(
      '\t',
    );
  });
  const prices = [product.prices, product.originalPrices].map(formatPrices);
  return encodeText([...slots.map(lineOf), ...prices, ...translations].join('\n'));
}

export function encodeText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function decodeText(encoded: string): string {
  return Buffer.from(encoded, 'latin1').toString('utf8');
}

/** `EUR 1999 1`: currency, amount, whether it includes tax. */
function formatPrices(prices: readonly Price[]): string {
  return prices.map(({ currency, amount, includesTax }) => `${currency} ${amount} ${Number(includesTax)}`).join();
}

export function parsePrices(line: string): Price[] {
  if (line === '') return [];
  return line.split(',').map((text) => {
    const [currency = '', amount = '', includesTax] = text.split(' ');
    return { currency, amount: BigInt(amount), includesTax: includesTax === '1' };
  });
}

/** The price in that currency, or the first where there is none in it: a line may hold some hundred. */
export function partOfPrices(line: string, currency: string): string {
  // What is longer is not even looked for: it may be a megabyte.
  const isFirst = currency.length > line.length || line.startsWith(`${currency} `);
  const start = isFirst ? 0 : line.indexOf(`,${currency} `) + 1;
  const end = line.indexOf(',', start);
  return line.slice(start, end === -1 ? undefined : end);
}
