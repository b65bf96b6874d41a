/** What the loads ask for of the gateway's schema, in Pothos as its documentation writes it: no plugin, no tuning. */
import SchemaBuilder from '@pothos/core';
import { findProduct, findVariant, listChildren, type Price, type Product } from './graph-data.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the gateway answers
type Stored = any;

const builder = new SchemaBuilder<{
  Scalars: {
    BigInt: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
}>({});
builder.scalarType('BigInt', { serialize: (value) => value });
builder.scalarType('DateTime', { serialize: (value) => value });
builder.scalarType('JSON', { serialize: (value) => value });

const StatusEnum = builder.enumType('ProductStatus', { values: ['LIVE', 'DRAFT'] as const });
const CommodityEnum = builder.enumType('CommodityType', { values: ['PHYSICAL', 'DIGITAL'] as const });
const ModifierEnum = builder.enumType('PriceModifierType', {
  values: ['PRICE_INCREMENT', 'PRICE_DECREMENT', 'PRICE_EQUALS'] as const,
});

const MoneyType = builder.objectRef<Stored>('Money').implement({
  fields: (t) => ({
    amount: t.expose('amount', { type: 'BigInt' }),
    currency: t.exposeString('currency'),
    formatted: t.exposeString('formatted'),
  }),
});

const PriceType = builder.objectRef<Price>('Price').implement({
  fields: (t) => ({
    money: t.expose('money', { type: MoneyType }),
    includesTax: t.exposeBoolean('includesTax'),
  }),
});

const TierType = builder.objectRef<Stored>('PriceTier').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    minimumQuantity: t.expose('minimumQuantity', { type: 'BigInt' }),
    prices: t.expose('prices', { type: [PriceType] }),
  }),
});

const ModifierType = builder.objectRef<Stored>('PriceModifier').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    modifierType: t.expose('modifierType', { type: ModifierEnum }),
    prices: t.expose('prices', { type: [PriceType] }),
    tiers: t.expose('tiers', { type: [TierType] }),
  }),
});

const DisplayPriceType = builder.objectRef<Stored>('DisplayPrice').implement({
  fields: (t) => ({
    withTax: t.expose('withTax', { type: MoneyType, nullable: true }),
    withoutTax: t.expose('withoutTax', { type: MoneyType, nullable: true }),
  }),
});

const RuleType = builder.objectRef<Stored>('CustomInputValidationRule').implement({
  fields: (t) => ({ maxLength: t.exposeInt('maxLength', { nullable: true }) }),
});

const CustomInputType = builder.objectRef<Stored>('ProductCustomInput').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name', { nullable: true }),
    isRequired: t.exposeBoolean('isRequired', { nullable: true }),
    validationRules: t.expose('validationRules', { type: [RuleType] }),
  }),
});

const AttributeType = builder.objectRef<Stored>('ProductExtensionAttribute').implement({
  fields: (t) => ({ key: t.exposeString('key'), value: t.expose('value', { type: 'JSON', nullable: true }) }),
});

const ExtensionType = builder.objectRef<Stored>('ProductExtension').implement({
  fields: (t) => ({
    template: t.exposeString('template'),
    attributes: t.expose('attributes', { type: [AttributeType] }),
  }),
});

const FileType = builder.objectRef<Stored>('ProductFile').implement({
  fields: (t) => ({
    resourceId: t.exposeID('resourceId'),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true }),
  }),
});

const PictureType = builder.objectRef<Stored>('File').implement({
  fields: (t) => ({ id: t.exposeID('id'), url: t.exposeString('url') }),
});

const BuiltChildType = builder.objectRef<Stored>('BuiltChild').implement({
  fields: (t) => ({ productId: t.exposeID('productId') }),
});

const BuiltChildConnectionType = builder.objectRef<Stored>('BuiltChildConnection').implement({
  fields: (t) => ({ nodes: t.expose('nodes', { type: [BuiltChildType] }) }),
});

const OptionType = builder.objectRef<Stored>('ProductVariationOption').implement({
  fields: (t) => ({
    resourceId: t.exposeID('resourceId'),
    name: t.exposeString('name', { nullable: true }),
    description: t.exposeString('description', { nullable: true }),
    sortOrder: t.expose('sortOrder', { type: 'BigInt', nullable: true }),
  }),
});

const VariationType = builder.objectRef<Stored>('ProductVariation').implement({
  fields: (t) => ({
    resourceId: t.exposeID('resourceId'),
    name: t.exposeString('name', { nullable: true }),
    sortOrder: t.expose('sortOrder', { type: 'BigInt', nullable: true }),
    options: t.expose('options', { type: [OptionType] }),
  }),
});

const NodeType = builder.objectRef<Stored>('CatalogNode');
NodeType.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug', { nullable: true }),
    parent: t.expose('parent', { type: NodeType, nullable: true }),
  }),
});

const BreadcrumbType = builder.objectRef<Stored>('Breadcrumb').implement({
  fields: (t) => ({
    nodeId: t.exposeID('nodeId'),
    node: t.expose('node', { type: NodeType, nullable: true }),
    path: t.expose('path', { type: [NodeType] }),
  }),
});

const ProductType = builder.objectRef<Product>('Product');
const ConnectionType = builder.objectRef<NonNullable<ReturnType<typeof listChildren>>>('ProductConnection').implement({
  fields: (t) => ({
    totalCount: t.exposeInt('totalCount'),
    nodes: t.field({ type: [ProductType], resolve: ({ nodes }) => [...nodes] }),
  }),
});

ProductType.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    resourceId: t.exposeID('resourceId'),
    name: t.exposeString('name', { nullable: true }),
    description: t.exposeString('description', { nullable: true }),
    slug: t.exposeString('slug', { nullable: true }),
    sku: t.exposeString('sku', { nullable: true }),
    status: t.expose('status', { type: StatusEnum }),
    commodityType: t.expose('commodityType', { type: CommodityEnum, nullable: true }),
    isBaseProduct: t.exposeBoolean('isBaseProduct'),
    baseProductId: t.exposeID('baseProductId', { nullable: true }),
    isCurated: t.exposeBoolean('isCurated'),
    upcEan: t.exposeString('upcEan', { nullable: true }),
    manufacturerPartNum: t.exposeString('manufacturerPartNum', { nullable: true }),
    externalRef: t.exposeString('externalRef', { nullable: true }),
    tags: t.exposeStringList('tags'),
    productTypes: t.exposeStringList('productTypes'),
    language: t.exposeString('language', { nullable: true }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
    catalogId: t.exposeID('catalogId', { nullable: true }),
    catalogSource: t.exposeString('catalogSource', { nullable: true }),
    saleId: t.exposeID('saleId', { nullable: true }),
    saleExpires: t.expose('saleExpires', { type: 'DateTime', nullable: true }),
    pricebookId: t.exposeID('pricebookId', { nullable: true }),
    priceModifierNames: t.exposeStringList('priceModifierNames'),
    mainImageId: t.exposeID('mainImageId', { nullable: true }),
    mainImage: t.expose('mainImage', { type: PictureType, nullable: true }),
    builtChildren: t.field({
      type: BuiltChildConnectionType,
      nullable: true,
      args: { first: t.arg.int({ defaultValue: 25, required: true }) },
      resolve: ({ builtChildren }) => builtChildren as Stored | null,
    }),
    prices: t.expose('prices', { type: [PriceType] }),
    tiers: t.expose('tiers', { type: [TierType] }),
    priceModifiers: t.expose('priceModifiers', { type: [ModifierType] }),
    displayPrice: t.expose('displayPrice', { type: DisplayPriceType, nullable: true }),
    originalPrices: t.expose('originalPrices', { type: [PriceType] }),
    originalDisplayPrice: t.expose('originalDisplayPrice', { type: DisplayPriceType, nullable: true }),
    customInputs: t.expose('customInputs', { type: [CustomInputType] }),
    extensions: t.expose('extensions', { type: [ExtensionType] }),
    files: t.expose('files', { type: [FileType] }),
    variations: t.expose('variations', { type: [VariationType] }),
    breadcrumbs: t.expose('breadcrumbs', { type: [BreadcrumbType] }),
    breadcrumbNodes: t.expose('breadcrumbNodes', { type: [NodeType] }),
    childProducts: t.field({
      type: ConnectionType,
      nullable: true,
      args: { first: t.arg.int({ defaultValue: 25, required: true }) },
      resolve: ({ resourceId }, { first }) => listChildren(resourceId, first),
    }),
    variant: t.field({
      type: ProductType,
      nullable: true,
      args: { selectedOptions: t.arg.idList({ required: true }) },
      resolve: (product, { selectedOptions }) => findVariant(product, selectedOptions),
    }),
  }),
});

builder.queryType({
  fields: (t) => ({
    product: t.field({
      type: ProductType,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }) => findProduct(id),
    }),
    childProducts: t.field({
      type: ConnectionType,
      nullable: true,
      args: { productId: t.arg.id({ required: true }), first: t.arg.int({ defaultValue: 25, required: true }) },
      resolve: (_root, { productId, first }) => listChildren(productId, first),
    }),
  }),
});

export const schema = builder.toSchema();
