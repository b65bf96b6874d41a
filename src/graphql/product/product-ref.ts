import type { DetailedMembers, ShownMembers } from '../../domain/product/members-of-shown.ts';
import type { Product } from '../../domain/product/product.ts';
import { workPrices } from '../../domain/work-budget.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder, type FieldsOf } from '../schema/builder.ts';
import type { CatalogView, InView } from '../view/catalog-view.ts';

/** The type alone, for those that refer to products: its fields are in `product.ts`. */
export const ProductType = builder.objectRef<InView<Product>>('Product');

/** What resolvers take that are called for products that are only shown, too (`slots/resolve-shown.ts`). */
export type ShownSource = InView<ShownMembers>;
/** And where their details have been read. */
export type DetailedSource = InView<DetailedMembers>;

/** What hangs on a product keeps the release that it was read from, and the view. */
export type Within<Value> = InView<Value & { readonly releaseId: string }>;

export function within<Value extends object>(
  { releaseId, view }: Within<unknown>,
  values: readonly Value[],
): Within<Value>[] {
  return values.map((value) => ({ ...value, releaseId, view }));
}

/** Of a field whose list is loaded by ids that a product holds, of which there may be ten thousands that lead nowhere. */
export const ofIds = { paysForIds: true } as const satisfies FieldPrice;

/** Before any is looked up, for each field that does. @throws DomainError LIMIT_EXCEEDED */
export function chargeIds({ requestContext: { budget } }: CatalogView, { length }: readonly string[]): void {
  budget.charge(workPrices.relatedRecord * length);
}

/** Those of the same release that are live, in the order of the ids. */
export async function loadProducts(releaseId: string, ids: readonly string[], view: CatalogView) {
  chargeIds(view, ids);
  const { loaders } = view;
  const products = await Promise.all(ids.map((id) => loaders.product.load({ releaseId, id })));
  return products.filter((product) => product !== null);
}

/** The field of something in a release that names a product by its id. */
export function namedProduct(t: FieldsOf<Within<{ readonly productId: string }>>) {
  return t.field({
    type: ProductType,
    nullable: true,
    description: 'The product; null when the release has no live one with that id. Batched.',
    resolve: ({ releaseId, productId, view }) => view.loaders.findProduct(releaseId, productId),
  });
}

/** A text for shoppers, that they may have in their language. */
export function descriptionField(t: FieldsOf<{ readonly description: string | null }>) {
  return t.exposeString('description', {
    nullable: true,
    description: 'A text for shoppers; null if the platform gave none.',
  });
}

/** The name of a variation or an option, wherever it is shown. */
export function optionNameField(t: FieldsOf<{ readonly name: string | null }>) {
  return t.exposeString('name', {
    nullable: true,
    description:
      'The name that shoppers read, as the platform gave it: it translates the names of products and categories, and none of these. Null if there is none.',
  });
}

/** The options of a field that gives the place of something beside others of its kind. */
export const sortOrder = {
  type: 'BigInt',
  nullable: true,
  description: 'For display only; null if no order is given.',
} as const;
