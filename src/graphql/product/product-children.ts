import { workPrices } from '../../domain/work-budget.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import { connectionType, pageArguments } from '../schema/connection.ts';
import { connectPart } from './product-part.ts';
import { namedProduct, ProductType, type Within } from './product-ref.ts';

const BuiltChildType = builder.objectRef<Within<{ readonly productId: string }>>('BuiltChild').implement({
  description: 'A child product that was built, live or not.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: "The child product's id, as the platform gave it." }),
    product: namedProduct(t),
  }),
});

const BuiltChildConnectionType = connectionType({
  name: 'BuiltChildConnection',
  type: BuiltChildType,
  words: ['a built child', 'built children'],
  description: 'A page of the children that were built, in the order of the platform.',
});

builder.objectField(ProductType, 'builtChildren', (t) =>
  t.field({
    type: BuiltChildConnectionType,
    nullable: true,
    description:
      'All children that were built, drafts included, as the platform gave them: their ids, and the live ones as products. Empty ' +
      'if it is not a parent. `childProducts` lists the live ones alone, and filters them.',
    extensions: { record: workPrices.relatedRecord } satisfies FieldPrice,
    args: pageArguments(t.arg),
    resolve: (product, page) =>
      connectPart({
        ...{ part: 'builtChildren', product, page },
        listOf: ({ childIds }) => childIds,
        toItem: (productId) => ({ productId }),
      }),
  }),
);
