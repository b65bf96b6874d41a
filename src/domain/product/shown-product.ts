/** A product where it is only shown: a place in packed slots. */
import { placeOfTexts } from '../language/localisation.ts';
import type { PageItem } from '../paging/page.ts';
import { PackedSlots, roomOf } from './packed-slots.ts';
import type { Product } from './product.ts';
import { decodeText, formatSlots, ownLines, slotPlaces, translatedSlots } from './product-slots.ts';

export interface PackedText {
  readonly slots: PackedSlots;
  /** Where its words begin. */
  readonly at: number;
}

/** The text of its slots. */
export interface ShownProduct extends PackedText {
  readonly releaseId: string;
  /** The line of the translation that it is shown in; 0: it is shown as it is. */
  readonly translation: number;
  /** Null: only its slots have been read. */
  readonly details: PackedText | null;
}

/** The texts that a product is shown by (`product-slots.ts`, `product-details.ts`). */
export type ShownPart = 'slots' | 'details';

/** Runs what reads products that are only shown: until it ends, nothing else stands in their memory. */
export type WhileReading = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Whether a product is only shown. */
export function isShown(product: object): product is ShownProduct {
  return 'slots' in product;
}

/** One of a page: its sort key is read where a cursor needs it. */
export class ShownItem implements PageItem<ShownProduct> {
  readonly item: ShownProduct;
  readonly #position: string | null;

  /** `position`: null where its sort key is. */
  constructor(item: ShownProduct, position: string | null) {
    this.item = item;
    this.#position = position;
  }

  get sortKey(): string {
    return this.#position ?? sortKeyOf(this.item);
  }

  shownIn(localise: Localise): ShownItem {
    const item = localise(this.item);
    return item === this.item ? this : new ShownItem(item, this.#position);
  }
}

/** By itself, for a store that packs none. */
export function showProduct(product: Product): ShownProduct {
  const text = formatSlots(product);
  const slots = new PackedSlots(roomOf('', text));
  return { releaseId: product.releaseId, slots, at: slots.add('', text) as number, translation: 0, details: null };
}

export function countLines({ slots: { words }, at }: PackedText): number {
  return words[at] as number;
}

/** Where a line begins and ends among the bytes. */
export function startOfLine({ slots: { words }, at }: PackedText, line: number): number {
  return (words[at + 2 + line] as number) + 1;
}

export function endOfLine({ slots: { words }, at }: PackedText, line: number): number {
  return words[at + 3 + line] as number;
}

/** The bytes of its UTF-8, one a character. */
export function textOfLine(text: PackedText, line: number): string {
  return text.slots.bytes.toString('latin1', startOfLine(text, line), endOfLine(text, line));
}

const comma = 0x2c;

/** In a line of prices. */
export function countPrices(product: ShownProduct, line: number): number {
  const { bytes } = product.slots;
  const [start, end] = [startOfLine(product, line), endOfLine(product, line)];
  let count = start === end ? 0 : 1;
  for (let at = start; at < end; at += 1) if (bytes[at] === comma) count += 1;
  return count;
}

export function idOfShown(product: ShownProduct): string {
  return JSON.parse(decodeText(textOfLine(product, slotPlaces.id))) as string;
}

function sortKeyOf({ slots: { bytes, words }, at }: ShownProduct): string {
  return bytes.toString('utf8', words[at + 1] as number, (words[at + 2] as number) + 1);
}

const linesOfTranslation = 1 + translatedSlots.length;
const translatedLines: ReadonlyMap<number, number> = new Map(
  translatedSlots.map((name, index) => [slotPlaces[name], index + 1]),
);

/** The line that a slot is shown by: its translation's, where there is one. */
export function shownLine(product: ShownProduct, line: number): number {
  const { translation } = product;
  const offset = translation === 0 ? undefined : translatedLines.get(line);
  if (offset === undefined) return line;
  const translated = translation + offset;
  return startOfLine(product, translated) === endOfLine(product, translated) ? line : translated;
}

export function isTranslated(line: number): boolean {
  return translatedLines.has(line);
}

export type Localise = (product: ShownProduct) => ShownProduct;

/** Shows products in that language, as `localise` chooses their texts. */
export function localiserOf(language: string | null): Localise {
  if (language === null) return (product) => product;
  const chosen = new Map<string, number>();

  function choose(tags: string): number {
    const [own = '', ...translations] = decodeText(tags).split('\t');
    const place = placeOfTexts(language as string, JSON.parse(own), translations);
    return place === -1 ? 0 : ownLines + place * linesOfTranslation;
  }

  return (product) => {
    const count = countLines(product);
    if (count === ownLines) return product;
    const tags = tagsOf(product, count);
    const translation = chosen.get(tags) ?? choose(tags);
    chosen.set(tags, translation);
    return translation === 0 ? product : { ...product, translation };
  };
}

/** Its own language, as JSON, and those that it is translated into. */
function tagsOf(product: ShownProduct, count: number): string {
  let tags = textOfLine(product, slotPlaces.language);
  for (let line = ownLines; line < count; line += linesOfTranslation) {
    tags += `\t${textOfLine(product, line)}`;
  }
  return tags;
}
