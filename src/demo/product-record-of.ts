/** A product record of any type, from what a person wrote about the product and what a catalog makes of it. */
import type { CustomInputResource } from '../contract/product/attributes.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type { CatalogPlan } from './catalog-plans.ts';
import { demoId, draw } from './demo-id.ts';
import { timesOf } from './demo-times.ts';
import { demoEan } from './ean.ts';
import { toBreadCrumbs } from './node-records.ts';
import { toPriceParts } from './product-prices.ts';
import type { ProductSpec } from './product-spec.ts';
import { toExtensions } from './template-extensions.ts';

/** What distinguishes one product from others of the same specification: a child from its siblings, say. */
export interface Particulars {
  readonly productType: 'standard' | 'parent' | 'child' | 'bundle';
  /** The specification's own key, unless said. */
  readonly key?: string;
  /** Follows the name: the child's options. */
  readonly suffix?: string;
  readonly status?: 'live' | 'draft';
  readonly modifiers?: readonly string[];
  /** Products with the same name here were created and changed at the same time. */
  readonly timesFrom?: string;
  readonly attributes?: Partial<ProductResource['attributes']>;
  readonly relationships?: ProductResource['relationships'];
  readonly meta?: ProductResource['meta'];
}

export function productRecordOf(spec: ProductSpec, plan: CatalogPlan, particulars: Particulars): ProductResource {
  const { productType, key = spec.key, suffix = '', status = spec.status ?? 'live' } = particulars;
  const id = productId(key);
  const prices = toPriceParts(spec, plan, particulars.modifiers ?? []);
  return {
    id,
    type: 'product',
    attributes: {
      name: spec.name + suffix,
      description: spec.text,
      status,
      commodity_type: spec.digital ? 'digital' : 'physical',
      sku: key.toUpperCase(),
      slug: key,
      base_product: false,
      ...(spec.curated && { curated_product: true as const }),
      // A parent is never in a parcel, so it has no number on the parcel.
      ...(productType !== 'parent' && { upc_ean: demoEan(key) }),
      manufacturer_part_num: `CS-${String(draw(`part/${key}`, 1e7)).padStart(7, '0')}`,
      external_ref: draw(`ref/${key}`, 3) === 0 ? null : `erp-${draw(`erp/${key}`, 9e6) + 1e6}`,
      tags: [...spec.tags],
      ...timesOf(particulars.timesFrom ?? key),
      published_at: status === 'draft' ? null : plan.publishedAt,
      ...prices.attributes,
      ...(spec.input && { custom_inputs: toCustomInputs(spec.input) }),
      extensions: toExtensions(spec),
      ...(spec.de && { locales: { de: { name: spec.de[0] + suffix, description: spec.de[1] } } }),
      ...particulars.attributes,
    },
    relationships: {
      ...particulars.relationships,
      ...(draw(`files/${spec.key}`, 3) === 0 && { files: { data: [toFile(spec)] } }),
      main_image: { data: { id: demoId(`image/${spec.key}`), type: 'main_image' } },
      links: { self: `/v2/pcm/catalog/products/${id}` },
    },
    meta: {
      catalog_id: plan.id,
      catalog_source: 'pim',
      product_types: [productType],
      language: 'en',
      ...toBreadCrumbs(spec.nodes),
      ...prices.meta,
      variation_matrix: {},
      ...particulars.meta,
    },
  };
}

export function productId(key: string): string {
  return demoId(`product/${key}`);
}

/** The leaflet that comes with it. */
function toFile({ key }: ProductSpec) {
  return { id: demoId(`file/${key}`), type: 'file', created_at: timesOf(`file/${key}`).created_at };
}

function toCustomInputs(input: 'engraving' | 'name-tag'): Record<string, CustomInputResource> {
  const [name, max_length] = input === 'engraving' ? ['Engraving', 24] : ['Name on the label', 40];
  return { [input]: { name, validation_rules: [{ type: 'string', options: { max_length } }], required: false } };
}
