/** What a list of products could be narrowed by, and how many products each value would leave. */
import type { FacetValue, OptionFacet, PriceBounds } from '../../domain/product/ports.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import type { PageInView } from '../view/catalog-view.ts';
import { type ForLanguage, MoneyType } from './money.ts';
import { optionNameField } from './product-ref.ts';

const FacetValueType = builder.objectRef<FacetValue>('FacetValue').implement({
  description: 'A value that products of a list have.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The value, as the filter takes it.' }),
    count: t.exposeInt('count', { description: 'How many products of the list have it: exact.' }),
  }),
});

const FacetOptionType = builder.objectRef<OptionFacet['options'][number]>('FacetOption').implement({
  description: 'An option that products of a list, or live children of them, have.',
  fields: (t) => ({
    optionId: t.exposeID('optionId', { description: "The platform's id: what `filter.options` takes." }),
    name: optionNameField(t),
    count: t.exposeInt('count', { description: 'How many products of the list have it: exact.' }),
  }),
});

const OptionFacetType = builder.objectRef<OptionFacet>('OptionFacet').implement({
  description: 'A variation of products of a list, such as size or colour.',
  fields: (t) => ({
    variationId: t.exposeID('variationId', { description: "The platform's id of the variation." }),
    name: optionNameField(t),
    options: t.expose('options', {
      type: [FacetOptionType],
      description: 'Its options, at most 100: those that most products have, in the order of the platform.',
    }),
  }),
});

const PriceFacetType = builder.objectRef<ForLanguage<PriceBounds>>('PriceFacet').implement({
  description: 'What the products of a list cost now, in one currency.',
  fields: (t) => ({
    min: t.field({
      type: MoneyType,
      description: 'The lowest price.',
      resolve: ({ min, currency, locale }) => ({ amount: min, currency, locale }),
    }),
    max: t.field({
      type: MoneyType,
      description: 'The highest price.',
      resolve: ({ max, currency, locale }) => ({ amount: max, currency, locale }),
    }),
  }),
});

const counted = { units: 100 } satisfies FieldPrice;

export const ProductFacetsType = builder.objectRef<PageInView>('ProductFacets').implement({
  description:
    'What a list of products can be filtered by, counted over the whole list, filter and search applied: each facet without the ' +
    'filter of its own attribute, so that other values of it can be chosen. Counting takes time in proportion to the list. Each is null ' +
    'where `capabilities.facets` is false, with UNSUPPORTED. Batched.',
  fields: (t) => ({
    tags: t.field({
      type: [FacetValueType],
      nullable: true,
      description: 'The tags that most products have, at most 100, the most frequent first.',
      extensions: { ...counted, listSize: 50 } satisfies FieldPrice,
      resolve: (page) => page.view.loaders.facetValues.load({ page, kind: 'tags' }),
    }),
    productTypes: t.field({
      type: [FacetValueType],
      nullable: true,
      description: 'The types, the most frequent first, at most 100.',
      extensions: { ...counted, listSize: 5 } satisfies FieldPrice,
      resolve: (page) => page.view.loaders.facetValues.load({ page, kind: 'types' }),
    }),
    options: t.field({
      type: [OptionFacetType],
      nullable: true,
      description:
        'The options, by their variations, at most 100 of these: a parent has those of its live children that have the price and the ' +
        'other options that are filtered by. Where options are filtered by, the others of their variation are counted as if they were not.',
      extensions: { ...counted, listSize: 5 } satisfies FieldPrice,
      resolve: (page) => page.view.loaders.facetOptions.load(page),
    }),
    prices: t.field({
      type: PriceFacetType,
      nullable: true,
      description:
        'From the lowest to the highest price as of now: a parent has those of its live children that have the options that are ' +
        'filtered by. Null if none of them has a price in that currency.',
      args: { currency: t.arg({ type: 'CurrencyCode', required: true, description: 'The currency.' }) },
      extensions: counted,
      resolve: async (page, { currency }) => {
        const bounds = await page.view.loaders.priceBounds.load({ page, currency });
        return bounds && { ...bounds, locale: page.view.requestContext.language };
      },
    }),
  }),
});
