/**
 * Gives a product what the contract says it has, where its record lacks it: values that the platform assigns or that have a default,
 * and what other records say of its family. Members that are there stay as they are; what is added stands after them.
 */
import { defaultSlug } from '../../domain/product/product-rules.ts';
import { type ProductResource, parentIdOf } from './product.ts';

export interface ProductSurroundings {
  readonly catalogId: string;
  /** Of the parent, whoever names it: the product, or the parent its children. */
  readonly parentId: string | null;
  /** Of all children, whoever names them. */
  readonly childIds: readonly string[];
  /** For a product that has none of its own; null: nothing can be made of its name. */
  readonly slug: string | null;
}

/** Answers the very product where it lacks nothing. */
export function completeProduct(product: ProductResource, surroundings: ProductSurroundings): ProductResource {
  const attributes = merged(product.attributes, missingAttributes(product, surroundings));
  const relationships = merged(product.relationships ?? {}, missingRelationships(product, surroundings));
  const meta = merged(product.meta ?? {}, missingMeta(product, surroundings));
  const isComplete =
    attributes === product.attributes && relationships === product.relationships && meta === product.meta;
  return isComplete ? product : { ...product, attributes, relationships, meta };
}

/** Its own, or what is made of its name, or else of its id; null: nothing can be made of either. */
export function slugOf({ id, attributes: { slug, name } }: Slugged): string | null {
  return slug || defaultSlug(name) || defaultSlug(id);
}

interface Slugged extends Pick<ProductResource, 'id'> {
  readonly attributes: Pick<Attributes, 'slug' | 'name'>;
}

type Attributes = ProductResource['attributes'];
type Relationships = NonNullable<ProductResource['relationships']>;
type Meta = NonNullable<ProductResource['meta']>;
type Family = Pick<ProductSurroundings, 'parentId' | 'childIds'>;

function missingAttributes(product: ProductResource, { slug, ...family }: ProductSurroundings): Partial<Attributes> {
  const { attributes } = product;
  const isBase = isParent(product, family);
  return {
    ...(!attributes.slug && slug !== null && { slug }),
    // Who has children is a parent, whatever the record says.
    ...((attributes.base_product == null || (isBase && !attributes.base_product)) && { base_product: isBase }),
    ...(!attributes.base_product_id && family.parentId !== null && { base_product_id: family.parentId }),
  };
}

function missingRelationships(
  product: ProductResource,
  { parentId, childIds }: ProductSurroundings,
): Partial<Relationships> {
  const { children, parent, component_products, links } = product.relationships ?? {};
  const listed = new Set(children?.data?.map(({ id }) => id));
  const unlisted = childIds.filter((id) => !listed.has(id));
  const components = component_products?.data?.length ? [] : componentIdsOf(product);
  return {
    ...(!parent?.data && parentId !== null && { parent: { ...parent, data: toReference(parentId) } }),
    ...(unlisted.length > 0 && {
      children: { ...children, data: [...(children?.data ?? []), ...unlisted.map(toReference)] },
    }),
    ...(components.length > 0 && {
      component_products: { ...component_products, data: components.map(toReference) },
    }),
    ...(!links && { links: { self: `/v2/pcm/catalog/products/${encodeURIComponent(product.id)}` } }),
  };
}

function missingMeta(product: ProductResource, { catalogId, ...family }: ProductSurroundings): Partial<Meta> {
  const { meta } = product;
  return {
    ...(!meta?.catalog_id && { catalog_id: catalogId }),
    ...(!meta?.catalog_source && { catalog_source: 'pim' as const }),
    ...missingTypes(product, family),
    ...(!meta?.variation_matrix && { variation_matrix: {} }),
  };
}

/** Who is a parent or a child by what others say of it is one by its types, too. */
function missingTypes(product: ProductResource, family: Family): Pick<Meta, 'product_types'> {
  const own = product.meta?.product_types ?? [];
  const assigned = productTypesOf(product, family);
  if (own.length === 0) return { product_types: assigned };
  const isByOthers = {
    parent: !product.attributes.base_product && isParent(product, family),
    child: parentIdOf(product) === null && family.parentId !== null,
  };
  const isLacking = (['parent', 'child'] as const).some((type) => isByOthers[type] && !own.includes(type));
  const kept = own.filter((type) => type !== 'standard' && !assigned.includes(type));
  return isLacking ? { product_types: [...assigned, ...kept] } : {};
}

/** As the platform assigns them. */
function productTypesOf(product: ProductResource, family: Family): string[] {
  const types = [
    ...(product.attributes.base_product || isParent(product, family) ? ['parent'] : []),
    ...(family.parentId === null ? [] : ['child']),
    ...(componentIdsOf(product).length > 0 ? ['bundle'] : []),
  ];
  return types.length > 0 ? types : ['standard'];
}

/** By what others say of it, or by what it says itself, whether or not its children are known. */
function isParent({ meta, relationships }: ProductResource, { childIds }: Family): boolean {
  return (
    childIds.length > 0 ||
    (relationships?.children?.data ?? []).length > 0 ||
    Object.keys(meta?.variation_matrix ?? {}).length > 0 ||
    (meta?.product_types ?? []).includes('parent')
  );
}

function componentIdsOf({ attributes }: ProductResource): string[] {
  const options = Object.values(attributes.components ?? {}).flatMap((component) => component.options);
  return [...new Set(options.map(({ id }) => id))];
}

function toReference(id: string) {
  return { type: 'product', id };
}

function merged<Members extends object>(members: Members, missing: Partial<Members>): Members {
  return Object.keys(missing).length === 0 ? members : { ...members, ...missing };
}
