/** A product's resource, which was checked when it was published, as the domain's Product. */
import type {
  BundleConfiguration,
  Component,
  CustomInput,
  Extension,
  Product,
  Variation,
} from '../../domain/product/product.ts';
import { type PriceDataResource, toPriceData, toTiers } from '../price.ts';
import type { ComponentResource, CustomInputResource } from './attributes.ts';
import type { BundleConfigurationResource, VariationResource } from './meta.ts';
import { nodeIdsOf, type ProductResource, parentIdOf } from './product.ts';

/** What a release knows of a product beside its resource. */
export type ReleaseFacts = Pick<Product, 'releaseId' | 'localisations' | 'liveChildCount' | 'combinationCount'>;

export function toProduct(from: ProductResource, facts: ReleaseFacts): Product {
  const { attributes } = from;
  const [relationships, meta] = [from.relationships ?? {}, from.meta ?? {}];
  return {
    id: from.id,
    ...facts,
    name: attributes.name,
    description: attributes.description ?? null,
    slug: attributes.slug ?? null,
    sku: attributes.sku ?? null,
    status: attributes.status,
    commodityType: attributes.commodity_type ?? null,
    isBaseProduct: attributes.base_product ?? false,
    baseProductId: attributes.base_product_id || null,
    isCurated: attributes.curated_product ?? false,
    upcEan: attributes.upc_ean ?? null,
    manufacturerPartNum: attributes.manufacturer_part_num ?? null,
    externalRef: attributes.external_ref ?? null,
    tags: attributes.tags ?? [],
    productTypes: meta.product_types ?? [],
    language: meta.language ?? null,
    publishedAt: attributes.published_at ?? null,
    createdAt: attributes.created_at ?? null,
    updatedAt: attributes.updated_at ?? null,
    priceModifierNames: attributes.price_modifiers ?? [],
    tiers: toTiers(attributes.tiers),
    components: entries(attributes.components).map(toComponent),
    customInputs: entries(attributes.custom_inputs).map(toCustomInput),
    extensions: entries(attributes.extensions).map(toExtension),
    parentId: parentIdOf(from),
    childIds: toIds(relationships.children?.data),
    files: (relationships.files?.data ?? []).map(({ id, created_at }) => ({ id, createdAt: created_at ?? null })),
    mainImageId: relationships.main_image?.data?.id ?? null,
    componentProductIds: toIds(relationships.component_products?.data),
    breadcrumbs: entries(meta.bread_crumbs).map(([nodeId, parents]) => ({ nodeId, parentNodeIds: parents })),
    nodeIds: nodeIdsOf(from),
    breadcrumbNodeIds: meta.bread_crumb_nodes ?? [],
    catalogId: meta.catalog_id ?? null,
    catalogSource: meta.catalog_source ?? null,
    bundleConfiguration: toBundleConfiguration(meta.bundle_configuration),
    variations: (meta.variations ?? []).map(toVariation),
    // The modifiers stand in `meta`; `attributes.price_modifiers` only names them.
    ...toPriceData({ ...meta, price: attributes.price }),
  };
}

function toComponent([key, component]: [string, ComponentResource]): Component {
  return {
    key,
    name: component.name,
    min: component.min ?? null,
    max: component.max ?? null,
    sortOrder: component.sort_order ?? null,
    options: component.options.map((option) => ({
      productId: option.id,
      quantity: option.quantity ?? null,
      sortOrder: option.sort_order ?? null,
      isDefault: option.default ?? null,
    })),
  };
}

function toCustomInput([key, input]: [string, CustomInputResource]): CustomInput {
  return {
    key,
    name: input.name,
    isRequired: input.required ?? null,
    validationRules: (input.validation_rules ?? []).map(({ options }) => ({
      maxLength: options?.max_length ?? null,
    })),
  };
}

function toExtension([template, attributes]: [string, Readonly<Record<string, unknown>>]): Extension {
  return { template, attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) };
}

function toBundleConfiguration(from: BundleConfigurationResource | null | undefined): BundleConfiguration | null {
  if (!from) return null;
  return {
    selectedOptions: entries(from.selected_options).map(([componentKey, options]) => ({
      componentKey,
      options: entries(options).map(([productId, quantity]) => ({ productId, quantity: BigInt(quantity) })),
    })),
    componentProducts: entries(from.component_products).map(([productId, prices]) => ({
      productId,
      ...toPriceData(prices),
      priceModifierNames: namesOf(prices.price_modifiers),
    })),
  };
}

/** The contract leaves the shape open here: a list of names, as in a product's attributes, or the modifiers by name. */
function namesOf(modifiers: PriceDataResource['price_modifiers']): string[] {
  return Array.isArray(modifiers) ? [...modifiers] : Object.keys(modifiers ?? {});
}

function toVariation(variation: VariationResource): Variation {
  return {
    id: variation.id,
    name: variation.name,
    sortOrder: variation.sort_order ?? null,
    options: variation.options.map((option) => ({
      id: option.id,
      name: option.name,
      description: option.description ?? null,
      sortOrder: option.sort_order ?? null,
    })),
  };
}

function toIds(data: readonly { readonly id: string }[] | null | undefined): string[] {
  return (data ?? []).map(({ id }) => id);
}

function entries<Value>(map: Readonly<Record<string, Value>> | null | undefined): [string, Value][] {
  return Object.entries(map ?? {});
}
