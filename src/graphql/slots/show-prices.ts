/** Prices of a product, written from its slots. */
import type { Price } from '../../domain/product/price.ts';
import {
  encodeText,
  parsePrices,
  pricePlaces,
  type ShownProduct,
  slotPlaces,
} from '../../domain/product/product-slots.ts';
import { unitsOfBytes } from '../../domain/work-budget.ts';
import { formatMoney } from '../product/format-money.ts';
import { priceAsOfNow } from '../product/price-as-of-now.ts';
import type { Collecting, Member } from './collect-members.ts';
import { type ShownItem, type ShownPage, writtenOnce } from './shown-page.ts';
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

export function showPrices(member: Member, collecting: Collecting): ShownPrices | null {
  const money: Member[] = [];
  const writePrice = writeObject<Price, ShownPage>(
    {
      type: collecting.types.price,
      nodes: member.nodes,
      writeMember: (inner) => {
        if (inner.field === 'includesTax') return ({ includesTax }) => `${includesTax}`;
        money.push(inner);
        return writeMoney(inner, collecting);
      },
    },
    collecting,
  );
  if (!writePrice) return null;
  const ofPrice = { writePrice, price: member, money };
  return member.field === 'price' ? priceIn(ofPrice, collecting) : pricesAt(ofPrice);
}

type OfPrice = Pick<ShownPrices, 'price' | 'money'> & { readonly writePrice: Write<Price, ShownPage> };

/** All prices as they were published. */
function pricesAt({ writePrice, ...ofPrice }: OfPrice): ShownPrices {
  const place = pricePlaces[ofPrice.price.field as keyof typeof pricePlaces];
  const lineOf = ({ item }: ShownItem) => item.lines[place] ?? '';
  return {
    ...ofPrice,
    write: (item, page) =>
      writtenOnce(
        page,
        ofPrice,
        lineOf(item),
        (line) => `[${parsePrices(line).map((price) => writePrice(price, page))}]`,
      ),
    unitsOfArguments: 0,
    countPrices: (item) => countPrices(lineOf(item)),
  };
}

function countPrices(line: string): number {
  let count = line === '' ? 0 : 1;
  for (let at = line.indexOf(','); at >= 0; at = line.indexOf(',', at + 1)) count += 1;
  return count;
}

/** The price in one currency, as of now. */
function priceIn({ writePrice, ...ofPrice }: OfPrice, collecting: Collecting): ShownPrices | null {
  const currency = currencyOf(ofPrice.price, collecting);
  if (currency === null) return null;
  const find = ({ item }: ShownItem, { now, lifetime }: ShownPage) =>
    priceAsOfNow(priceDataOf(item), currency, { now, lifetime });
  return {
    ...ofPrice,
    write(item, page) {
      const price = find(item, page);
      return price ? writePrice(price, page) : 'null';
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

function priceDataOf({ lines }: ShownProduct) {
  return {
    prices: parsePrices(lines[pricePlaces.prices] ?? ''),
    originalPrices: parsePrices(lines[pricePlaces.originalPrices] ?? ''),
    saleExpires: JSON.parse(lines[slotPlaces.saleExpires] ?? 'null') as string | null,
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
  amount: ({ amount }) => `"${amount}"`,
  currency: ({ currency }) => `"${currency}"`,
  formatted: ({ amount, currency }, { language }) =>
    encodeText(JSON.stringify(formatMoney(amount, currency, language))),
};
