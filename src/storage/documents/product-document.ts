/**
 * A stored product document (the contract's product resource, validated when it was published) as a domain Product: the
 * one place where a product's members change their names and its maps become lists.
 */
import { parseExactJson } from '../../domain/input/exact-json.ts';
import type {
  BundleConfiguration,
  Component,
  CustomInput,
  Extension,
  Product,
  Variation,
} from '../../domain/product/product.ts';
import { toLocalisations } from './localisation-document.ts';
import { type PriceDataDocument, toPriceData, toTiers } from './price-document.ts';
import type { ProductDocument } from './product-document-shape.ts';

export interface ProductRow {
  readonly product_id: string;
  readonly document: string;
  readonly locales: string | null;
  readonly live_child_count: number;
}

export function toProduct(row: ProductRow, releaseId: string): Product {
  const { id, attributes, ...rest } = parseExactJson(row.document) as ProductDocument;
  const [relationships, meta] = [rest.relationships ?? {}, rest.meta ?? {}];
  return {
    id,
    releaseId,
    name: attributes.name ?? null,
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
    parentId: relationships.parent?.data?.id ?? (attributes.base_product_id || null),
    childIds: toIds(relationships.children?.data),
    files: (relationships.files?.data ?? []).map(({ id, created_at }) => ({ id, createdAt: created_at ?? null })),
    mainImageId: relationships.main_image?.data?.id ?? null,
    componentProductIds: toIds(relationships.component_products?.data),
    selfLink: relationships.links?.self ?? null,
    breadcrumbs: entries(meta.bread_crumbs).map(([nodeId, parents]) => ({ nodeId, parentNodeIds: parents })),
    breadcrumbNodeIds: meta.bread_crumb_nodes ?? [],
    catalogId: meta.catalog_id ?? null,
    catalogSource: meta.catalog_source ?? null,
    bundleConfiguration: toBundleConfiguration(meta.bundle_configuration),
    variations: (meta.variations ?? []).map(toVariation),
    localisations: toLocalisations(row.locales),
    liveChildCount: row.live_child_count,
    ...toPriceData({
      ...meta,
      price: attributes.price,
      // On a product the modifiers stand in `meta`; `attributes.price_modifiers` only names them.
      price_modifiers: meta.price_modifiers,
    } as PriceDataDocument),
  };
}

type Shape<Member> = NonNullable<Member>;
type Attributes = ProductDocument['attributes'];
type Meta = Shape<ProductDocument['meta']>;

function toComponent([key, component]: [string, Shape<Attributes['components']>[string]]): Component {
  return {
    key,
    name: component.name ?? null,
    min: component.min ?? null,
    max: component.max ?? null,
    sortOrder: component.sort_order ?? null,
    options: (component.options ?? []).map((option) => ({
      productId: option.id,
      type: option.type ?? 'product',
      quantity: option.quantity ?? null,
      sortOrder: option.sort_order ?? null,
      isDefault: option.default ?? null,
    })),
  };
}

function toCustomInput([key, input]: [string, Shape<Attributes['custom_inputs']>[string]]): CustomInput {
  return {
    key,
    name: input.name ?? null,
    isRequired: input.required ?? null,
    validationRules: (input.validation_rules ?? []).map(({ type, options }) => ({
      type: type ?? 'string',
      maxLength: options?.max_length ?? null,
    })),
  };
}

function toExtension([template, attributes]: [string, Record<string, unknown>]): Extension {
  return { template, attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) };
}

function toBundleConfiguration(configuration: Meta['bundle_configuration']): BundleConfiguration | null {
  if (!configuration) return null;
  return {
    selectedOptions: entries(configuration.selected_options).map(([componentKey, options]) => ({
      componentKey,
      options: entries(options).map(([productId, quantity]) => ({ productId, quantity: BigInt(quantity) })),
    })),
    componentProducts: entries(configuration.component_products).map(([productId, prices]) => ({
      productId,
      ...toPriceData(prices),
      priceModifierNames: namesOf(prices.price_modifiers),
    })),
  };
}

/** The contract leaves the shape open here: a list of names, as in a product's attributes, or the modifiers by name. */
function namesOf(modifiers: PriceDataDocument['price_modifiers']): string[] {
  return Array.isArray(modifiers) ? [...modifiers] : Object.keys(modifiers ?? {});
}

function toVariation(variation: Shape<Meta['variations']>[number]): Variation {
  return {
    id: variation.id,
    name: variation.name ?? null,
    sortOrder: variation.sort_order ?? null,
    options: (variation.options ?? []).map((option) => ({
      id: option.id,
      name: option.name ?? null,
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
