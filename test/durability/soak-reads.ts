/** Reads of all kinds, over both faces. */
import { demoIds } from '../../src/demo/demo-ids.ts';
import { askGraphQL, askStatus, pick, type SoakAction } from './soak-action.ts';
import type { SoakClient } from './soak-client.ts';

const { manyChildrenParent, showcaseParent, showcaseChild, bundle } = demoIds.products;
const product = 'name sku slug status tags price(currency: "EUR") { money { amount formatted } } updatedAt';

const pageOfChildren = `{ childProducts(productId: "${manyChildrenParent}", first: 100) { totalCount nodes { id ${product} } } }`;
const filteredChildren = `query($tag: String!) { childProducts(productId: "${showcaseParent}", first: 25, filter: { tags: { eq: $tag } }) {
  totalCount nodes { ${product} } context { catalog { name } reason } } }`;
const variants = `{ product(id: "${showcaseParent}") { name variationMatrix(first: 100) { nodes { optionIds product { name sku } } }
  priceRange(currency: "EUR") { min { money { formatted } } max { money { formatted } } } variations { name options { resourceId name } } } }`;
const variant = `query($options: [ID!]!) { product(id: "${showcaseParent}") { variant(selectedOptions: $options) { name sku priceFor(currency: "EUR", quantity: 20) { money { formatted } } } } }`;
const products = `query($after: String) { products(first: 50, after: $after, context: { language: "de-CH" }) {
  nodes { ${product} breadcrumbs { node { name } path { name } } } pageInfo { endCursor hasNextPage } } }`;
const mobile = `{ products(first: 20, context: { channel: "mobile" }) { nodes { ${product} } context { rule { name } } } }`;
const bundled = `{ product(id: "${bundle}") { ${product} componentProducts { ${product} } } }`;

const restCatalog = '/v2/pcm/catalog';
const restPaths = [
  `${restCatalog}/products/${manyChildrenParent}/relationships/children?page[limit]=100`,
  `${restCatalog}/products/${showcaseChild}`,
  `${restCatalog}/products?page[limit]=25&page[offset]=200`,
  `${restCatalog}/products?filter=eq(tags,rain)&page[limit]=25`,
  `${restCatalog}/nodes?page[limit]=50`,
  '/health/ready',
];

export async function createReads(client: SoakClient): Promise<Record<string, SoakAction>> {
  const { parents, options } = await lookAround(client);
  let after: string | null = null;
  const ask = async (query: string, variables = {}, headers = {}) =>
    (await askGraphQL(client, { query, variables, headers })).outcome;
  const read = (weight: number, run: () => Promise<string>): SoakAction => ({ weight, expected: ['ok', '200'], run });
  return {
    'a page of 100 children': read(10, () => ask(pageOfChildren)),
    'a filtered page of children': read(15, () => ask(filteredChildren, { tag: pick(['rain', 'warm', 'none']) })),
    'a matrix and a price range': read(8, () => ask(variants)),
    'a variant': read(12, () => ask(variant, { options: [pick(options)] })),
    'children of 20 aliased parents': read(4, () =>
      ask(
        `{ ${parents
          .slice(0, 20)
          .map((id, i) => `p${i}: childProducts(productId: "${id}", first: 5) { nodes { ${product} } }`)
          .join(' ')} }`,
      ),
    ),
    'the next page of all products': read(8, async () => {
      const { outcome, data } = await askGraphQL(client, { query: products, variables: { after } });
      after = data?.products?.pageInfo.hasNextPage ? data.products.pageInfo.endCursor : null;
      return outcome;
    }),
    'another channel': read(5, () => ask(mobile)),
    'another tag, by the header': read(5, () => ask(bundled, {}, { 'EP-Context-Tag': 'vip' })),
    REST: read(25, () => askStatus(client, { path: pick(restPaths) })),
    'REST over a new connection': read(5, () => askStatus(client, { path: pick(restPaths), isAlone: true })),
  };
}

/**
 * Reads every product in each context, as often as there are pages, and whole, over both faces: what the gateway keeps of a release is then kept.
 * A memory that fills its bounds is not one that grows.
 */
export async function readEverything(client: SoakClient): Promise<void> {
  for (const context of ['channel: ""', 'channel: "mobile"', 'tag: "vip"']) {
    let after: string | null = null;
    do {
      const query = `query($after: String) { products(first: 100, after: $after, context: { ${context} }) {
        nodes { resourceId name } pageInfo { endCursor hasNextPage } } }`;
      const { products } = await askForAll(client, { query, variables: { after } });
      const ids: string[] = products.nodes.map(({ resourceId }: { resourceId: string }) => resourceId);
      const aliases = ids.map(
        (id, i) => `p${i}: product(id: "${id}", context: { ${context} }) { name extensions { template } }`,
      );
      await askForAll(client, { query: `{ ${aliases.join(' ')} }`, variables: {} });
      after = products.pageInfo.hasNextPage ? products.pageInfo.endCursor : null;
    } while (after);
  }
  for (let offset = 0, isMore = true; isMore; offset += 100) {
    const { status, text } = await client.send({
      path: `${restCatalog}/products?page[limit]=100&page[offset]=${offset}`,
    });
    if (status !== 200) throw new Error(`The catalog can't be read: ${status}.`);
    isMore = JSON.parse(text).data.length === 100;
  }
}

async function askForAll(client: SoakClient, asked: { query: string; variables: object }) {
  const { outcome, data } = await askGraphQL(client, asked);
  if (outcome !== 'ok') throw new Error(`The catalog can't be read: ${outcome}.`);
  return data;
}

/** What the store has, to ask about. */
async function lookAround(client: SoakClient): Promise<{ parents: string[]; options: string[] }> {
  const parentsQuery =
    '{ products(first: 100, filter: { productTypes: { eq: "parent" } }) { nodes { resourceId } pageInfo { hasNextPage } } }';
  const parents = await askGraphQL(client, { query: parentsQuery });
  const matrix = await askGraphQL(client, { query: variants });
  if (parents.outcome !== 'ok' || matrix.outcome !== 'ok')
    throw new Error(`The store can't be read: ${parents.outcome}.`);
  return {
    parents: parents.data.products.nodes.map(({ resourceId }: { resourceId: string }) => resourceId),
    options: matrix.data.product.variations.flatMap((variation: { options: { resourceId: string }[] }) =>
      variation.options.map(({ resourceId }) => resourceId),
    ),
  };
}
