import type { MatrixEntry, Product } from '../../domain/product/product.ts';
import { chargeMatrix, type VariationMatrix } from '../../domain/product/variation-matrix.ts';
import { workPrices } from '../../domain/work-budget.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import { connectionType, pageArguments } from '../schema/connection.ts';
import type { InView } from '../view/catalog-view.ts';
import { connectPart } from './product-part.ts';
import { namedProduct, ProductType, type Within } from './product-ref.ts';

const MatrixEntryType = builder.objectRef<Within<MatrixEntry>>('ProductVariationMatrixEntry').implement({
  description: 'A combination of options that was built, and the child product that it means.',
  fields: (t) => ({
    optionIds: t.expose('optionIds', {
      type: ['ID'],
      description: "One option's id of each variation, in the order of the variations.",
    }),
    productId: t.exposeID('productId', { description: "The child product's id, as the platform gave it." }),
    product: namedProduct(t),
  }),
});

const MatrixConnectionType = connectionType<Within<MatrixEntry>>({
  name: 'ProductVariationMatrixConnection',
  type: MatrixEntryType,
  words: ['a combination', 'combinations'],
  description: 'A page of the combinations of options that were built, in the order of the matrix.',
});

builder.objectField(ProductType, 'variationMatrix', (t) =>
  t.field({
    type: MatrixConnectionType,
    nullable: true,
    description:
      'The combinations of options that exist; one that was never built has no entry. Empty if it is not a parent. `variant` and ' +
      '`optionAvailability` look through all of them without paging. Batched.',
    extensions: { record: workPrices.relatedRecord, matrixSize: 120 } satisfies FieldPrice,
    args: pageArguments(t.arg),
    resolve: (product, page) =>
      connectPart({
        ...{ part: 'variationMatrix', product, page },
        listOf: async (own) => (await loadMatrix(own)).entries,
        toItem: (entry) => entry,
      }),
  }),
);

const noMatrix: VariationMatrix = { entries: [], findUnavailable: async () => new Map() };

/** Of all combinations; charged before it is read. */
export async function loadMatrix(product: InView<Product>): Promise<VariationMatrix> {
  const { releaseId, id, variations, view } = product;
  if (variations.length === 0) return noMatrix;
  chargeMatrix(view.requestContext.budget, product);
  return (await view.loaders.matrix.load({ releaseId, id })) ?? noMatrix;
}
