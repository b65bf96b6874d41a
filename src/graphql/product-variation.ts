import type { MatrixEntry, Variation, VariationOption } from '../domain/product/product.ts';
import { builder } from './builder.ts';
import { loadProduct, ProductType } from './product-ref.ts';

const VariationOptionType = builder.objectRef<VariationOption>('ProductVariationOption').implement({
  description: 'A value of a variation: medium, red.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id: what `selectedOptions` takes." }),
    name: t.exposeString('name', { nullable: true, description: 'What shoppers read; null: the platform gave none.' }),
    description: t.exposeString('description', { nullable: true, description: 'Null: the platform gave none.' }),
    sortOrder: t.exposeInt('sortOrder', { nullable: true, description: 'For showing only; null: no order.' }),
  }),
});

export const VariationType = builder.objectRef<Variation>('ProductVariation').implement({
  description: 'A way in which the child products differ: size, colour.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { nullable: true, description: 'What shoppers read; null: the platform gave none.' }),
    sortOrder: t.exposeInt('sortOrder', { nullable: true, description: 'For showing only; null: no order.' }),
    options: t.expose('options', { type: [VariationOptionType], description: 'The values that it takes.' }),
  }),
});

export const MatrixEntryType = builder
  .objectRef<MatrixEntry & { readonly releaseId: string }>('ProductVariationMatrixEntry')
  .implement({
    description: 'A combination of options that was built, and the child product that it means.',
    fields: (t) => ({
      optionIds: t.exposeStringList('optionIds', {
        description: "One option's id of each variation, in the order of the variations.",
      }),
      productId: t.exposeID('productId', { description: "The child product's id, as the platform gave it." }),
      product: t.field({
        type: ProductType,
        nullable: true,
        description: 'The child product; null when it is not live. Batched.',
        resolve: ({ releaseId, productId }, _args, context) => loadProduct(releaseId, productId, context),
      }),
    }),
  });
