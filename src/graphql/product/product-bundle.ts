import type {
  BundleConfiguration,
  Component,
  ComponentOption,
  ComponentProduct,
} from '../../domain/product/product.ts';
import { builder } from '../schema/builder.ts';
import { priceModifiers, priceNow, pricesField, saleFields } from './price.ts';
import { namedProduct, sortOrder, type Within, within } from './product-ref.ts';

const ComponentOptionType = builder.objectRef<Within<ComponentOption>>('ProductComponentOption').implement({
  description: 'A product that a shopper may pick for a component.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: "The product's id, as the platform gave it." }),
    product: namedProduct(t),
    quantity: t.expose('quantity', {
      type: 'BigInt',
      nullable: true,
      description: 'How many of it one pick means; null if the platform does not say.',
    }),
    sortOrder: t.expose('sortOrder', sortOrder),
    isDefault: t.exposeBoolean('isDefault', {
      nullable: true,
      description: 'Whether it is picked when the shopper picks nothing; null if the platform does not say.',
    }),
  }),
});

export const ComponentType = builder.objectRef<Within<Component>>('ProductComponent').implement({
  description: 'A part of a bundle that the shopper fills with one or more of its options.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names the component within its bundle.' }),
    name: t.exposeString('name', { description: 'The name that shoppers read.' }),
    min: t.expose('min', {
      type: 'BigInt',
      nullable: true,
      description: 'How many options must be picked; null if there is no lower bound.',
    }),
    max: t.expose('max', {
      type: 'BigInt',
      nullable: true,
      description: 'How many options may be picked; null if there is no upper bound.',
    }),
    sortOrder: t.expose('sortOrder', sortOrder),
    options: t.field({
      type: [ComponentOptionType],
      description: 'What may be picked.',
      resolve: (component) => within(component, component.options),
    }),
  }),
});

type SelectedOption = Within<BundleConfiguration['selectedOptions'][number]['options'][number]>;

const SelectedOptionType = builder.objectRef<SelectedOption>('BundleSelectedOption').implement({
  description: 'A picked option, and how many of it.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: "The option's product id, as the platform gave it." }),
    quantity: t.expose('quantity', { type: 'BigInt', description: 'How many: int64, as a string of digits.' }),
    product: namedProduct(t),
  }),
});

type Selection = Within<BundleConfiguration['selectedOptions'][number]>;

const SelectionType = builder.objectRef<Selection>('BundleSelection').implement({
  description: 'What is picked for one component of the bundle.',
  fields: (t) => ({
    componentKey: t.exposeString('componentKey', { description: "The component's key." }),
    options: t.field({
      type: [SelectedOptionType],
      description: 'The picked options.',
      resolve: (selection) => within(selection, selection.options),
    }),
  }),
});

const ComponentProductType = builder.objectRef<Within<ComponentProduct>>('BundleComponentProduct').implement({
  description: 'The prices of a component product within this bundle.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: "The product's id, as the platform gave it." }),
    product: namedProduct(t),
    prices: pricesField(t, 'The price in each currency as it was published, a sale included. `price` is as of now.'),
    price: priceNow(t),
    ...saleFields(t),
    pricebookId: t.exposeID('pricebookId', {
      nullable: true,
      description: 'The id of the price book; null if the platform does not say.',
    }),
    priceModifierNames: t.exposeStringList('priceModifierNames', {
      description: 'The names of the price modifiers that it uses.',
    }),
    priceModifiers: priceModifiers(
      t,
      'The price modifiers, with what they change; empty where the platform only names them.',
    ),
  }),
});

export const BundleConfigurationType = builder.objectRef<Within<BundleConfiguration>>('BundleConfiguration').implement({
  description: 'How a bundle is configured: what is picked, and what the picked products cost in it.',
  fields: (t) => ({
    selectedOptions: t.field({
      type: [SelectionType],
      description: 'What is picked, by component.',
      resolve: (bundle) => within(bundle, bundle.selectedOptions),
    }),
    componentProducts: t.field({
      type: [ComponentProductType],
      description: 'The prices of each component product within the bundle.',
      resolve: (bundle) => within(bundle, bundle.componentProducts),
    }),
  }),
});
