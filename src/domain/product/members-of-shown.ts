import type { SaleData } from './effective-price.ts';
import type { Product } from './product.ts';
import { parsePrices, pricePlaces, type SlotName, slotPlaces, type translatedSlots } from './product-slots.ts';
import { endOfLine, type ShownProduct, startOfLine, textOfLine } from './shown-product.ts';

/** What can be read of a product that is only shown as of one that was read. */
export type ShownMembers = SaleData & Pick<Product, 'id' | 'releaseId' | 'isBaseProduct' | 'mainImageId'>;

const quotationMark = 0x22;
/** By the first of their bytes: parsing them takes longer. */
const constants: ReadonlyMap<number, boolean | null> = new Map([
  [0x6e, null],
  [0x74, true],
  [0x66, false],
]);

/** Each is parsed when it is read. */
export class MembersOfShown implements ShownMembers {
  readonly #product: ShownProduct;

  constructor(product: ShownProduct) {
    this.#product = product;
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

  get saleExpires() {
    return this.#read('saleExpires') as string | null;
  }

  get prices() {
    return parsePrices(textOfLine(this.#product, pricePlaces.prices));
  }

  get originalPrices() {
    return parsePrices(textOfLine(this.#product, pricePlaces.originalPrices));
  }

  #read(name: Exclude<SlotName, (typeof translatedSlots)[number]>): unknown {
    const { bytes } = this.#product.slots;
    const [start, end] = [startOfLine(this.#product, slotPlaces[name]), endOfLine(this.#product, slotPlaces[name])];
    const constant = constants.get(bytes[start] as number);
    if (constant !== undefined) return constant;
    const json = bytes.toString('utf8', start, end);
    return json.includes('\\') || bytes[start] !== quotationMark ? JSON.parse(json) : json.slice(1, -1);
  }
}
