/** Collects what products are sorted by, and makes the orders of it: when they were created, their names, what they cost. */
import { parseDateTime } from '../../domain/input/date-time.ts';
import { collatorOf } from '../../domain/language/collation.ts';
import { undetermined } from '../../domain/language/language.ts';
import { memoised } from '../../lib/memo.ts';
import type { EarlierOrders } from './earlier-orders.ts';
import { type GrowingColumn, growingBigInt64, growingFloat64, growingTexts, growingUint32 } from './growing-columns.ts';
import type { OrderManifest } from './index-manifest.ts';
import type { SortedRow } from './indexed-rows.ts';
import type { MatchLocalisation } from './match-localisation.ts';
import type { PriceEntry } from './price-entries.ts';
import { sortInTurns } from './sort-in-turns.ts';
import type { BlockWriter } from './write-blocks.ts';
import { arrange, type OrderEntries, writeOrder } from './write-order.ts';

export interface ProductOrders {
  /** In the order of the lists. */
  add(row: SortedRow): void;
  /** `earlier`: of an index that some of the products are known from. */
  write(writer: BlockWriter, earlier: EarlierOrders | null): Promise<OrderManifest[]>;
}

/** Of products in the order in which they were created, the last one first. */
export const createdOrder = 'created';

/** `language`: one of the release's, or null where it says of none. */
export function nameOrder(language: string | null): string {
  return language === null ? 'name' : `name ${language}`;
}

export function priceOrder(currency: string): string {
  return `price ${currency}`;
}

/** `languages`: the release's. */
export function createProductOrders(languages: readonly string[], matchLocalisation: MatchLocalisation): ProductOrders {
  const created = collectCreated();
  const names = collectNames(languages, matchLocalisation);
  const prices = collectPrices();
  let size = 0;

  /** One after the other: the columns of a currency are gone when those of the next one are put together. */
  function* ordersOf(ordinals: Uint32Array): Generator<OrderEntries> {
    for (const make of [created.order, ...names.orders]) yield make(ordinals);
    yield* prices.orders();
  }

  return {
    add(row) {
      created.add(row.createdAt);
      names.add(row);
      for (const price of row.prices) prices.add(size, price);
      size += 1;
    },

    async write(writer, earlier) {
      const ordinals = Uint32Array.from({ length: size }, (_, ordinal) => ordinal);
      const orders: OrderManifest[] = [];
      for (const entries of ordersOf(ordinals)) {
        const arranged = (await earlier?.arrange(entries)) ?? (await arrange(entries));
        orders.push(await writeOrder(writer, entries, arranged));
      }
      return orders;
    },
  };
}

type MakeOrder = (ordinals: Uint32Array) => OrderEntries;

/** To the nanosecond. What says nothing comes last. */
function collectCreated() {
  const [seconds, nanoseconds] = [growingFloat64(), growingFloat64()];
  const compare = (a: number, b: number) =>
    difference(seconds.get(b), seconds.get(a)) || difference(nanoseconds.get(b), nanoseconds.get(a));
  return {
    add(createdAt: string | null) {
      const parts = parseDateTime(createdAt ?? '');
      seconds.push(parts?.seconds ?? Number.NEGATIVE_INFINITY);
      nanoseconds.push(Number((parts?.fraction ?? '').slice(0, 9).padEnd(9, '0')));
    },
    order: ((ordinals) => ({
      ...{ name: createdOrder, ordinals, compare },
      sort: () => sortInTurns(ordinals.length, (ordinal) => ordinal, compare),
    })) satisfies MakeOrder,
  };
}

/** Of a name, that count: whatever is longer must not be kept whole. */
const charactersOfName = 200;

/** As they are shown to shoppers of each language of the release. */
function collectNames(languages: readonly string[], matchLocalisation: MatchLocalisation) {
  const texts = growingTexts();
  const add = (name: string) => texts.add(name.slice(0, charactersOfName));
  const shown = (languages.length === 0 ? [undetermined] : languages).map((tag) => ({
    language: tag === undetermined ? null : tag,
    names: growingUint32(),
  }));
  return {
    add({ name, ...row }: SortedRow) {
      const own = add(name ?? '');
      for (const { language, names } of shown) {
        const translated = (language === null ? null : matchLocalisation(language, row)?.name) ?? null;
        names.push(translated === null ? own : add(translated));
      }
    },
    orders: shown.map(({ language, names }): MakeOrder => {
      const { compare } = collatorOf(language);
      const nameOf = (ordinal: number) => texts.get(names.get(ordinal));
      return (ordinals) => ({
        ...{ name: nameOrder(language), ordinals },
        compare: (a, b) => compare(nameOf(a), nameOf(b)),
        sort: () => sortInTurns(ordinals.length, nameOf, compare),
      });
    }),
  };
}

interface CollectedPrices {
  readonly ordinals: GrowingColumn<number, Uint32Array>;
  readonly amounts: GrowingColumn<bigint, BigInt64Array>;
  /** Null: each holds for ever so far, as most prices do. */
  times: CollectedTimes | null;
}

interface CollectedTimes {
  readonly from: GrowingColumn<number, Float64Array>;
  readonly until: GrowingColumn<number, Float64Array>;
}

function collectPrices() {
  const currencies = new Map<string, CollectedPrices>();
  const noPrices = () => ({ ordinals: growingUint32(), amounts: growingBigInt64(), times: null });
  return {
    add(ordinal: number, { currency, amount, from, until }: PriceEntry) {
      const column = memoised(currencies, currency, noPrices);
      if (Number.isFinite(from) || Number.isFinite(until)) column.times ??= holdingForEver(column.ordinals.length);
      column.ordinals.push(ordinal);
      column.amounts.push(amount);
      column.times?.from.push(from);
      column.times?.until.push(until);
    },

    /** Each once. */
    *orders(): Generator<OrderEntries> {
      for (const [currency, column] of currencies) {
        currencies.delete(currency);
        const [ordinals, amounts] = [column.ordinals.values(), column.amounts.values()];
        const times = column.times && { from: column.times.from.values(), until: column.times.until.values() };
        const compare = (a: number, b: number) => difference(amounts[a] as bigint, amounts[b] as bigint);
        yield {
          ...{ name: priceOrder(currency), ordinals, compare },
          sort: () => sortInTurns(ordinals.length, (entry) => entry, compare),
          prices: { amounts, times },
        };
      }
    },
  };
}

function holdingForEver(count: number): CollectedTimes {
  const times = { from: growingFloat64(), until: growingFloat64() };
  for (let entry = 0; entry < count; entry += 1) {
    times.from.push(Number.NEGATIVE_INFINITY);
    times.until.push(Number.POSITIVE_INFINITY);
  }
  return times;
}

/** Infinity less itself is no number. */
function difference<Value extends number | bigint>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
