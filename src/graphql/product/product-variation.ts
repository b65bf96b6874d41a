import type { Product, Variation, VariationOption } from '../../domain/product/product.ts';
import {
  listOptionAvailability,
  type MatrixWalk,
  type OptionAvailability,
  selectVariant,
} from '../../domain/product/variation-matrix.ts';
import { unitsOfSearch } from '../../domain/work-budget.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { sum } from '../../lib/sum.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import { formatPartId, toPartId } from '../schema/global-id.ts';
import type { CatalogView, InView } from '../view/catalog-view.ts';
import { loadMatrix } from './product-matrix.ts';
import { type DetailedSource, descriptionField, optionNameField, ProductType, sortOrder } from './product-ref.ts';

/** A variation or an option of one product; `path`: the platform's ids that lead to it, the product's first. */
type PartOf<Value> = InView<Value & { readonly path: readonly string[] }>;

const partIdNote = "for client caches: `node(id:)` does not take it. As a product's, it states the context.";

const VariationOptionType = builder.objectRef<PartOf<VariationOption>>('ProductVariationOption').implement({
  description: 'A value of a variation, such as medium or red.',
  fields: (t) => ({
    id: t.id({
      extensions: { units: 3 } satisfies FieldPrice,
      description: `Its global id within its product, ${partIdNote}`,
      resolve: ({ path, view }) => formatPartId('ProductVariationOption', view.marks, path),
    }),
    resourceId: t.exposeID('id', { description: "The platform's own id: what `selectedOptions` takes." }),
    name: optionNameField(t),
    description: descriptionField(t),
    sortOrder: t.expose('sortOrder', sortOrder),
  }),
});

const VariationType = builder.objectRef<PartOf<Variation>>('ProductVariation').implement({
  description: 'A way in which the child products differ, such as size or colour.',
  fields: (t) => ({
    id: t.id({
      extensions: { units: 3 } satisfies FieldPrice,
      description: `Its global id within its product, ${partIdNote}`,
      resolve: ({ path, view }) => formatPartId('ProductVariation', view.marks, path),
    }),
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: optionNameField(t),
    sortOrder: t.expose('sortOrder', sortOrder),
    options: t.field({
      type: [VariationOptionType],
      description: 'The values that it takes.',
      resolve: ({ options, path, view }) => partsOf(options, path, view),
    }),
  }),
});

const OptionReasonEnum = builder.enumType('OptionUnavailableReason', {
  description: 'Why an option, with what is selected already, leads nowhere.',
  values: {
    NO_SUCH_COMBINATION: { value: 'no_such_combination', description: 'No such combination was built.' },
    NOT_LIVE: { value: 'not_live', description: 'The combination was built, but its child product is not live.' },
    NOT_IN_RELEASE: {
      value: 'not_in_release',
      description: "The combination was built, but the catalog's release does not hold its child product.",
    },
  } as const,
});

const OptionAvailabilityType = builder.objectRef<OptionAvailability>('OptionAvailability').implement({
  description: 'Whether an option still leads to a live child product, with what is selected of the other variations.',
  fields: (t) => ({
    variationId: t.exposeID('variationId', { description: "The variation's id, as the platform gave it." }),
    optionId: t.exposeID('optionId', { description: "The option's id, as the platform gave it." }),
    isSelected: t.exposeBoolean('isSelected', { description: 'Whether it is one of the selected options.' }),
    isAvailable: t.exposeBoolean('isAvailable', { description: 'Whether it leads to a live child product.' }),
    reason: t.expose('reason', { type: OptionReasonEnum, nullable: true, description: 'Why not; null if it does.' }),
  }),
});

builder.objectFields(ProductType, (t) => ({
  variations: t.field({
    type: [VariationType],
    description: 'How the child products differ; empty if it is not a parent.',
    resolve: ({ id, variations, view }: DetailedSource) => partsOf(variations, [id], view),
  }),
  variant: t.field({
    type: ProductType,
    nullable: true,
    description:
      'The one live child that the selected options leave, one of each variation or fewer; null if they leave none, or ' +
      'several, or this is not a parent. VALIDATION_FAILED for an option that the parent does not have, and for two of one ' +
      'variation. Batched.',
    extensions: { matrixSize: 120 } satisfies FieldPrice,
    args: {
      selectedOptions: t.arg.idList({
        required: true,
        description: "Options' global ids, or the platform's own.",
      }),
    },
    resolve: async (product, { selectedOptions }, { work }) => {
      work.charge(unitsOfSearch(product.variations.length));
      const id = await selectVariant(await prepareWalk(product, selectedOptions));
      return id === null ? null : product.view.loaders.findProduct(product.releaseId, id);
    },
  }),
  optionAvailability: t.field({
    type: [OptionAvailabilityType],
    nullable: true,
    extensions: { listSize: 20, matrixSize: 120 } satisfies FieldPrice,
    description:
      'Every option of every variation, and whether it still leads to a live child: with the options that are selected of ' +
      'the OTHER variations, so that a shopper may change their mind. Empty if it is not a parent. It fails as `variant` does, ' +
      'and is null then.',
    args: {
      selectedOptions: t.arg.idList({
        defaultValue: [],
        description: "Options' global ids, or the platform's own; null or empty if nothing is selected yet.",
      }),
    },
    resolve: async (product, { selectedOptions }, { work }) => {
      // Before its list is made, for each use of the field: they are made together.
      work.charge(sum(product.variations, ({ options }) => 1 + options.length));
      return listOptionAvailability(await prepareWalk(product, selectedOptions ?? []));
    },
  }),
}));

function partsOf<Value extends { readonly id: string }>(
  values: readonly Value[],
  path: readonly string[],
  view: CatalogView,
): PartOf<Value>[] {
  return values.map((value) => ({ ...value, path: [...path, value.id], view }));
}

/** Of a list that many fields share: reading an id takes longer than what is charged for each use. */
const optionIds = createMemo<readonly string[], readonly string[]>('option ids');

async function prepareWalk(product: InView<Product>, selected: readonly string[]): Promise<MatrixWalk> {
  const matrix = await loadMatrix(product);
  const selectedOptions = memoised(optionIds, selected, () =>
    selected.map((id) => toPartId('ProductVariationOption', id)),
  );
  return { variations: product.variations, matrix, selectedOptions, budget: product.view.requestContext.budget };
}
