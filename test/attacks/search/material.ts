/** What the store really holds: ids, cursors and values, so that requests find something. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { AttackedGateway } from '../attacked-gateway.ts';

export interface Material {
  readonly ids: readonly string[];
  readonly optionIds: readonly string[];
  readonly cursors: readonly string[];
  /** SKUs, names, slugs, tags and types. */
  readonly values: readonly string[];
}

const query = `query($parent: ID!) {
  products(first: 40) { edges { cursor node { id resourceId sku name slug tags productTypes parent { resourceId } breadcrumbNodes { id resourceId } } } }
  childProducts(productId: $parent, last: 20) { edges { cursor node { id resourceId sku } } }
  product(id: $parent) { id variations { options { resourceId } } } }`;

interface Node {
  readonly id: string;
  readonly resourceId: string;
  readonly sku?: string | null;
  readonly name?: string | null;
  readonly slug?: string | null;
  readonly tags?: readonly string[];
  readonly productTypes?: readonly string[];
  readonly breadcrumbNodes?: readonly Node[];
}

interface Found {
  readonly products: { readonly edges: readonly { readonly cursor: string; readonly node: Node }[] };
  readonly childProducts: { readonly edges: readonly { readonly cursor: string; readonly node: Node }[] };
  readonly product: {
    readonly id: string;
    readonly variations: readonly { readonly options: readonly { readonly resourceId: string }[] }[];
  };
}

export async function gatherMaterial({ post, store }: AttackedGateway): Promise<Material> {
  const { text } = await post({ query, variables: { parent: store.parent } });
  const { products, childProducts, product } = (JSON.parse(text) as { data: Found }).data;
  const edges = [...products.edges, ...childProducts.edges];
  const nodes = edges.flatMap(({ node }) => [node, ...(node.breadcrumbNodes ?? [])]);
  const { offering, plan, customApi, applicationKeys } = demoIds;
  const values = nodes.flatMap(({ sku, name, slug, tags, productTypes }) => [
    ...[sku, name, slug].filter((text) => text != null),
    ...(tags ?? []),
    ...(productTypes ?? []),
  ]);
  return {
    // The largest product comes often: it is where most is to be got.
    ids: [
      ...new Array<string>(20).fill(store.parent),
      product.id,
      ...nodes.flatMap(({ id, resourceId }) => [id, resourceId]),
      ...Object.values(demoIds.products),
      ...[offering, plan, ...new Array<string>(10).fill(customApi), applicationKeys.admin, applicationKeys.storefront],
    ],
    optionIds: product.variations.flatMap(({ options }) => options.map(({ resourceId }) => resourceId)),
    cursors: edges.map(({ cursor }) => cursor),
    values,
  };
}
