import type { SaleData } from './effective-price.ts';
import type { Price } from './price.ts';
import type { Product } from './product.ts';
import { type DetailName, detailPlaces, parseDetail } from './product-details.ts';
import {
  parsePrices,
  partOfPrices,
  pricePlaces,
  type SlotName,
  slotPlaces,
  type translatedSlots,
} from './product-slots.ts';
import { countPrices, endOfLine, type ShownProduct, startOfLine, textOfLine } from './shown-product.ts';

/** What can be read of a product that is only shown as of one that was read. */
export type ShownMembers = SaleData & Pick<Product, 'id' | 'releaseId' | 'isBaseProduct' | 'mainImageId'>;

/** What can be, where its details are there, too. */
export type DetailedMembers = ShownMembers & Pick<Product, DetailName | 'pricebookId' | 'saleId'>;

const quotationMark = 0x22;
/** By the first of their bytes: parsing them takes longer. */
const constants: ReadonlyMap<number, boolean | null> = new Map([
  [0x6e, null],
  [0x74, true],
  [0x66, false],
]);

/** Each is parsed when it is read: details, which are lists and objects, once. */
export class MembersOfShown implements DetailedMembers {
  readonly #product: ShownProduct;
  /** That alone is read of prices; null: all are. */
  readonly #currency: string | null;
  #priceCount: number | null = null;
  #details: { -readonly [Name in DetailName]?: Product[Name] } | null = null;

  constructor(product: ShownProduct, currency: string | null = null) {
    this.#product = product;
    this.#currency = currency;
  }

  get id() {
    return this.#read('id') as string;
  }

  get releaseId() {
    return this.#product.releaseId;
  }

  get isBaseProduct() {
    return this.#read('isBaseProduct') as boolean;
  }

  get mainImageId() {
    return this.#read('mainImageId') as string | null;
  }

  get pricebookId() {
    return this.#read('pricebookId') as string | null;
  }

  get saleId() {
    return this.#read('saleId') as string | null;
  }

  get saleExpires() {
    return this.#read('saleExpires') as string | null;
  }

  get prices() {
    return this.#pricesAt(pricePlaces.prices);
  }

  get originalPrices() {
    return this.#pricesAt(pricePlaces.originalPrices);
  }

  get priceCount() {
    this.#priceCount ??= countPrices(this.#product, pricePlaces.prices);
    return this.#priceCount;
  }

  salesIn(currency: string): SaleData {
    return new MembersOfShown(this.#product, currency);
  }

  get parentId() {
    return this.#readDetail('parentId');
  }

  get displayPrice() {
    return this.#readDetail('displayPrice');
  }

  get originalDisplayPrice() {
    return this.#readDetail('originalDisplayPrice');
  }

  get tiers() {
    return this.#readDetail('tiers');
  }

  get files() {
    return this.#readDetail('files');
  }

  get nodeIds() {
    return this.#readDetail('nodeIds');
  }

  get breadcrumbs() {
    return this.#readDetail('breadcrumbs');
  }

  get breadcrumbNodeIds() {
    return this.#readDetail('breadcrumbNodeIds');
  }

  get variations() {
    return this.#readDetail('variations');
  }

  get extensions() {
    return this.#readDetail('extensions');
  }

  #read(name: Exclude<SlotName, (typeof translatedSlots)[number]>): unknown {
    const { bytes } = this.#product.slots;
    const [start, end] = [startOfLine(this.#product, slotPlaces[name]), endOfLine(this.#product, slotPlaces[name])];
    const constant = constants.get(bytes[start] as number);
    if (constant !== undefined) return constant;
    const json = bytes.toString('utf8', start, end);
    return json.includes('\\') || bytes[start] !== quotationMark ? JSON.parse(json) : json.slice(1, -1);
  }

  #pricesAt(place: number): Price[] {
    const line = textOfLine(this.#product, place);
    return parsePrices(this.#currency === null ? line : partOfPrices(line, this.#currency));
  }

  #readDetail<Name extends DetailName>(name: Name): Product[Name] {
    this.#details ??= {};
    const known = this.#details[name];
    if (known !== undefined) return known as Product[Name];
    const detail = parseDetail(name, textOfDetail(this.#product, name, 'utf8'));
    this.#details[name] = detail;
    return detail;
  }
}

/** As it is stored: in UTF-8, or to be compared with others, which takes less time, as its bytes. */
export function textOfDetail({ details }: ShownProduct, name: DetailName, encoding: 'utf8' | 'latin1'): string {
  if (details) {
    const [start, end] = [startOfLine(details, detailPlaces[name]), endOfLine(details, detailPlaces[name])];
    // Of memory that was given on there is no end.
    if (end >= start) return details.slots.bytes.toString(encoding, start, end);
  }
  throw new Error(`'${name}' of a product that is shown has not been read.`);
}
