/** What an index collects of a product, read from its slots instead of its document. */
import { toPricePoints } from '../../domain/product/price-range.ts';
import {
  decodeText,
  ownLines,
  parsePrices,
  pricePlaces,
  type SlotName,
  slotPlaces,
} from '../../domain/product/product-slots.ts';
import type { SortedRow } from './indexed-rows.ts';
import { toPriceEntries } from './price-entries.ts';
import type { ProductLabels } from './product-labels.ts';

export interface KnownFacts extends SortedRow {
  readonly id: string;
  readonly isParent: boolean;
  readonly labels: ProductLabels;
}

/** `text`: that `formatSlots` made. */
export function parseKnownFacts(text: string): KnownFacts {
  const lines = decodeText(text).split('\n');
  const read = (name: SlotName) => JSON.parse(lines[slotPlaces[name]] as string);
  const pricesIn = (name: keyof typeof pricePlaces) => parsePrices(lines[pricePlaces[name]] as string);
  const points = toPricePoints({
    prices: pricesIn('prices'),
    originalPrices: pricesIn('originalPrices'),
    saleExpires: read('saleExpires'),
  });
  return {
    id: read('id'),
    isParent: read('isBaseProduct'),
    name: read('name'),
    language: read('language'),
    createdAt: read('createdAt'),
    labels: { types: read('productTypes'), tags: read('tags') },
    prices: toPriceEntries(points),
    localisations: lines.slice(ownLines).map(toLocalisation),
  };
}

function toLocalisation(line: string): SortedRow['localisations'][number] {
  const [language = '', name = ''] = line.split('\t', 2);
  return { language, name: name === '' ? null : JSON.parse(name) };
}
