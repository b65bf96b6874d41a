/** What is asked. Every server gets the same documents and variables, in the same order. */
import { everything } from '../../test/support/costly-queries.ts';
import { subscriptionInput } from '../../test/support/subscription-input.ts';
import type { ParentFacts } from './graph-file.ts';
import type { Asked } from './http-ask.ts';

export interface Load {
  readonly title: string;
  /** Sent in turns, again and again; or each just once, to servers that have never seen them. */
  readonly repeats: boolean;
  /** Before the measurement. */
  readonly warmUp: (parents: readonly ParentFacts[]) => readonly Asked[];
  readonly asked: (parents: readonly ParentFacts[]) => readonly Asked[];
}

/** Twelve fields, prices among them. */
export const twelve = `id name sku slug status commodityType upcEan manufacturerPartNum tags createdAt updatedAt
  prices { money { currency amount formatted } includesTax }`;
const hundred = `query($id: ID!) { childProducts(productId: $id, first: 100) { totalCount nodes { ${twelve} } } }`;
const hundredWithPictures = hundred.replace(twelve, `${twelve} mainImage { url }`);
/** What a shop shows of each product of a category. */
const card = `${twelve} mainImage { url } displayPrice { withTax { formatted } } tiers { minimumQuantity } variations { name }`;
const hundredCards = hundred.replace(twelve, card);
const inFull = `query($id: ID!) { childProducts(productId: $id, first: 25) { totalCount nodes { ${everything} } } }`;
const one = `query($id: ID!) { product(id: $id) { ${twelve} description tiers { name minimumQuantity prices { money { currency amount } } } } }`;
const parentWithChildren = `name variations { name options { resourceId name } }
  childProducts(first: 5) { nodes { ${twelve} } }`;

/** A page of 100 children. */
export const hundredOf = ({ resourceId }: ParentFacts): Asked => ({ query: hundred, variables: { id: resourceId } });
const withPictures = (parent: ParentFacts): Asked => ({ ...hundredOf(parent), query: hundredWithPictures });
const cardsOf = (parent: ParentFacts): Asked => ({ ...hundredOf(parent), query: hundredCards });
/** A twentieth of the parents, which are left out when each is requested once. */
const warmers = (parents: readonly ParentFacts[]) => parents.slice(0, Math.ceil(parents.length / 20));

export const loads = {
  a: {
    title: '(a) 100 children with 12 fields, the same again and again',
    repeats: true,
    warmUp: () => [],
    asked: (parents) => parents.slice(0, 1).map(hundredOf),
  },
  cold: {
    title: '(a) 100 children with 12 fields, of parents that are new to the server',
    repeats: false,
    warmUp: (parents) => warmers(parents).map(hundredOf),
    asked: (parents) => parents.slice(warmers(parents).length).map(hundredOf),
  },
  pictures: {
    title: '(a) 100 children with 12 fields and a picture, of parents that are new to the server',
    repeats: false,
    warmUp: (parents) => warmers(parents).map(withPictures),
    asked: (parents) => parents.slice(warmers(parents).length).map(withPictures),
  },
  cards: {
    title:
      '(a) 100 children with 12 fields, a picture, the price to display, tiers and variations, of parents that are new',
    repeats: false,
    warmUp: (parents) => warmers(parents).map(cardsOf),
    asked: (parents) => parents.slice(warmers(parents).length).map(cardsOf),
  },
  b: {
    title: '(b) 25 children with everything, of 16 parents',
    repeats: true,
    warmUp: () => [],
    asked: (parents) => parents.slice(0, 16).map(({ resourceId: id }) => ({ query: inFull, variables: { id } })),
  },
  c: {
    title: '(c) one product, of 256',
    repeats: true,
    warmUp: () => [],
    asked: (parents) =>
      Array.from({ length: 256 }, (_, index) => {
        const parent = parents[index % parents.length];
        const id = parent?.children[index % parent.children.length]?.resourceId;
        return { query: one, variables: { id } };
      }),
  },
  d: {
    title: '(d) 20 aliased parents, each with 5 children and a variant, of 8 sets',
    repeats: true,
    warmUp: () => [],
    asked: (parents) =>
      Array.from({ length: 8 }, (_, set) =>
        aliased(
          Array.from({ length: 20 }, (_, at) => at + set * 20),
          parents,
        ),
      ),
  },
} as const satisfies Readonly<Record<string, Load>>;

export type ReadLoad = keyof typeof loads;

function aliased(places: readonly number[], parents: readonly ParentFacts[]): Asked {
  const names = places.map((_, at) => `$p${at}: ID!, $o${at}: [ID!]!`);
  const fields = places.map((_, at) => {
    const variant = `variant(selectedOptions: $o${at}) { name sku prices { money { currency amount formatted } } }`;
    return `a${at}: product(id: $p${at}) { ${parentWithChildren} ${variant} }`;
  });
  const variables = places.flatMap((place, at) => {
    const parent = parents[place % parents.length];
    const cell = parent?.variationMatrix[place % parent.variationMatrix.length];
    return [
      [`p${at}`, parent?.resourceId],
      [`o${at}`, cell?.optionIds],
    ];
  });
  return { query: `query(${names.join(', ')}) { ${fields.join('\n')} }`, variables: Object.fromEntries(variables) };
}

/** (e): the offering and the plan are the demo store's. */
export const subscribe = {
  query: `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
    subscription { id status createdAt offering { name } } } }`,
  variables: {
    input: subscriptionInput,
  },
} satisfies Asked;
