/** Bundles: what a shopper chooses from, and the price of each choice. */
import type { ComponentResource } from '../contract/product/attributes.ts';
import type { ComponentProductResource } from '../contract/product/meta.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type { CatalogPlan } from './catalog-plans.ts';
import { productRecordOf } from './product-record-of.ts';
import type { BundleSpec, ComponentSpec } from './product-spec.ts';

/** The product that an option such as `echo-mug#1` names; throws where there is none. */
export type FindProduct = (reference: string) => ProductResource;

export function toBundle(spec: BundleSpec, plan: CatalogPlan, findProduct: FindProduct): ProductResource {
  const components = Object.entries(spec.components);
  const products = components.flatMap(([, { options }]) => options.map(findProduct));
  return productRecordOf(spec, plan, {
    productType: 'bundle',
    attributes: {
      components: Object.fromEntries(
        components.map(([key, component], position) => [key, toComponent(component, { position, findProduct })]),
      ),
    },
    relationships: { component_products: { data: products.map(({ id }) => ({ id, type: 'product' })) } },
    meta: {
      bundle_configuration: {
        selected_options: Object.fromEntries(
          components.map(([key, component]) => [key, toSelection(component, findProduct)]),
        ),
        component_products: Object.fromEntries(products.map((product) => [product.id, toComponentProduct(product)])),
      },
    },
  });
}

function toComponent(
  { name, min, max, options, quantity = 1 }: ComponentSpec,
  { position, findProduct }: { position: number; findProduct: FindProduct },
): ComponentResource {
  return {
    name,
    min,
    max,
    sort_order: position,
    options: options.map((reference, place) => ({
      id: findProduct(reference).id,
      type: 'product',
      quantity,
      sort_order: place,
      default: place === 0,
    })),
  };
}

/** The default option; nothing of a component that a shopper may leave out. */
function toSelection({ min, options, quantity = 1 }: ComponentSpec, findProduct: FindProduct): Record<string, number> {
  const [first] = options;
  return first === undefined || !min ? {} : { [findProduct(first).id]: quantity };
}

function toComponentProduct({ attributes, meta }: ProductResource): ComponentProductResource {
  const { sale_id, sale_expires, display_price, original_price, original_display_price, pricebook_id } = meta ?? {};
  return {
    price: attributes.price,
    display_price,
    pricebook_id,
    ...(sale_id && { sale_id, sale_expires, original_price, original_display_price }),
    price_modifiers: [...(attributes.price_modifiers ?? [])],
  };
}
