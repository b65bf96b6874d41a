/**
 * What a list may show of a product beside its slots (`product-slots.ts`), as a text of its own: it is read for those alone who select any of
 * it. A line for each detail, in the order of `details`: empty where there is nothing, or JSON, whose objects are lists of their members'
 * values, as short as it can be.
 */
import { formatJsonToParse, type Int64, parseExactJson, toShortInt64 } from '../input/exact-json.ts';
import type { DisplayAmount, DisplayPrice, Price, Tier } from './price.ts';
import type { BreadcrumbTrail, Extension, Product, ProductFile } from './product.ts';
import { encodeText } from './product-slots.ts';

interface Form<Member, Stored> {
  readonly toStored: (member: Member) => Stored;
  readonly toMember: (stored: Stored) => Member;
}

/** Whatever it is stored as. */
type FormOf<Member> = {
  readonly toStored: (member: Member) => unknown;
  readonly toMember: (stored: never) => Member;
};

const asItIs = { toStored: <Value>(value: Value) => value, toMember: <Value>(value: Value) => value };

function listOf<One, Stored>({ toStored, toMember }: Form<One, Stored>) {
  return {
    toStored: (items: readonly One[]): Stored[] | null => (items.length === 0 ? null : items.map(toStored)),
    toMember: (items: readonly Stored[] | null): One[] => items?.map(toMember) ?? [],
  };
}

const price: Form<Price, readonly [string, Int64, 0 | 1]> = {
  toStored: ({ currency, amount, includesTax }) => [currency, toShortInt64(amount), includesTax ? 1 : 0],
  toMember: ([currency, amount, includesTax]) => ({ currency, amount: BigInt(amount), includesTax: includesTax === 1 }),
};
const prices = listOf(price);

type StoredAmount = readonly [Int64, string, string] | null;
const displayAmount: Form<DisplayAmount | null, StoredAmount> = {
  toStored: (shown) => shown && [toShortInt64(shown.amount), shown.currency, shown.formatted],
  toMember: (stored) => stored && { amount: BigInt(stored[0]), currency: stored[1], formatted: stored[2] },
};
const displayPrice: Form<DisplayPrice | null, readonly [StoredAmount, StoredAmount] | null> = {
  toStored: (shown) => shown && [displayAmount.toStored(shown.withTax), displayAmount.toStored(shown.withoutTax)],
  toMember: (stored) =>
    stored && { withTax: displayAmount.toMember(stored[0]), withoutTax: displayAmount.toMember(stored[1]) },
};

const members = {
  parentId: asItIs,
  displayPrice,
  originalDisplayPrice: displayPrice,
  tiers: listOf<Tier, readonly [string, Int64, ReturnType<typeof prices.toStored>]>({
    toStored: ({ name, minimumQuantity, ...tier }) => [name, minimumQuantity, prices.toStored(tier.prices)],
    toMember: ([name, minimumQuantity, stored]) => ({ name, minimumQuantity, prices: prices.toMember(stored) }),
  }),
  files: listOf<ProductFile, readonly [string, string | null]>({
    toStored: ({ id, createdAt }) => [id, createdAt],
    toMember: ([id, createdAt]) => ({ id, createdAt }),
  }),
  nodeIds: listOf<string, string>(asItIs),
  breadcrumbs: listOf<BreadcrumbTrail, readonly [string, readonly string[]]>({
    toStored: ({ nodeId, parentNodeIds }) => [nodeId, parentNodeIds],
    toMember: ([nodeId, parentNodeIds]) => ({ nodeId, parentNodeIds }),
  }),
  breadcrumbNodeIds: listOf<string, string>(asItIs),
  variations: asItIs,
  extensions: listOf<Extension, readonly [string, readonly (readonly [string, unknown])[]]>({
    toStored: ({ template, attributes }) => [template, attributes.map(({ key, value }) => [key, value])],
    toMember: ([template, attributes]) => ({
      template,
      attributes: attributes.map(([key, value]) => ({ key, value })),
    }),
  }),
} as const satisfies { readonly [Name in keyof Product]?: FormOf<Product[Name]> };

export type DetailName = keyof typeof members;

const details = Object.keys(members) as readonly DetailName[];

/** Where a detail stands in the lines of a text. */
export const detailPlaces = Object.fromEntries(details.map((name, place) => [name, place])) as Record<
  DetailName,
  number
>;
export const detailLines = details.length;

/** In bytes: of a page of a hundred products a megabyte or two, which are read in one go. Of what is longer, the document is read. */
const longestText = 16_000;

/** Empty: they are too long. */
export function formatDetails(product: Product): string {
  const text = encodeText(details.map((name) => formatDetail(product, name)).join('\n'));
  return text.length > longestText ? '' : text;
}

function formatDetail(product: Product, name: DetailName): string {
  const { toStored } = members[name] as Form<unknown, unknown>;
  const stored = toStored(product[name]);
  return stored === null ? '' : formatJsonToParse(stored);
}

export function parseDetail<Name extends DetailName>(name: Name, line: string): Product[Name] {
  const { toMember } = members[name] as Form<Product[Name], unknown>;
  return toMember(line === '' ? null : parseExactJson(line));
}
