import { expectNoFault, notFound } from '../../domain/errors.ts';
import { identifierConstraint, identifierFault } from '../../domain/input/identifiers.ts';
import type { Violation } from '../../domain/input/violations.ts';
import { unitsOfSearch } from '../../domain/work-budget.ts';
import { CatalogNodeType } from '../catalog/catalog.ts';
import { builder } from '../schema/builder.ts';
import { idConstrainedBy } from '../schema/constraint.ts';
import { formatMarkedId, parseMarkedId, toResourceId } from '../schema/global-id.ts';
import { loadEach } from '../schema/load-each.ts';
import { recordTimes } from '../schema/record-times.ts';
import type { CatalogView } from '../view/catalog-view.ts';
import { contextArgument } from '../view/context-input.ts';
import { BundleConfigurationType, ComponentType } from './product-bundle.ts';
import { ProductConnectionType, productListArguments, toListQuery, toProductConnection } from './product-connection.ts';
import {
  BreadcrumbType,
  CatalogSourceEnum,
  CommodityTypeEnum,
  CustomInputType,
  ExtensionType,
  loadNodes,
  ProductFileType,
  ProductStatusEnum,
} from './product-details.ts';
import {
  type DetailedSource,
  descriptionField,
  loadProducts,
  ofIds,
  ProductType,
  type ShownSource,
  within,
} from './product-ref.ts';

builder.node(ProductType, {
  description:
    "A product as the shopper's catalog shows it: a standard product, a parent with variations, one of its children, " +
    'or a bundle. Only live products are returned.',
  id: { resolve: ({ id, view: { marks } }) => formatMarkedId({ marks, id }) },
  loadManyWithoutCache: (ids, { views }) =>
    loadEach(ids, async (markedId) => {
      const { context, id } = parseMarkedId(markedId);
      return views.open(context).loaders.product.load({ releaseId: null, id });
    }),
});

builder.objectFields(ProductType, (t) => ({
  resourceId: t.exposeID('id', { description: "The platform's own id." }),
  name: t.exposeString('name', { description: 'The name that shoppers read.' }),
  description: descriptionField(t),
  slug: t.exposeString('slug', {
    nullable: true,
    description: 'For URL paths: letters, digits, hyphen, underscore, period; null if the platform gave none.',
  }),
  sku: t.exposeString('sku', { nullable: true, description: 'The unique stock keeping unit; null for most parents.' }),
  status: t.expose('status', { type: ProductStatusEnum, description: 'Always LIVE: drafts are never returned.' }),
  commodityType: t.expose('commodityType', {
    type: CommodityTypeEnum,
    nullable: true,
    description: 'Whether it is shipped; null if the platform does not say.',
  }),
  isBaseProduct: t.exposeBoolean('isBaseProduct', {
    description: 'Whether it is a parent, with child products built.',
  }),
  baseProductId: t.exposeID('baseProductId', {
    nullable: true,
    description: "The parent's id, as the platform gave it; null if it is not a child.",
  }),
  isCurated: t.exposeBoolean('isCurated', { description: 'Whether the store curated it.' }),
  upcEan: t.exposeString('upcEan', {
    nullable: true,
    description: 'The universal product code or European article number; null if there is none.',
  }),
  manufacturerPartNum: t.exposeString('manufacturerPartNum', {
    nullable: true,
    description: "The manufacturer's part number; null if there is none.",
  }),
  externalRef: t.exposeString('externalRef', {
    nullable: true,
    description: 'A reference to another system; null if there is none.',
  }),
  tags: t.exposeStringList('tags', { description: 'Its tags, in lower case.' }),
  productTypes: t.exposeStringList('productTypes', {
    description:
      'The types that the platform assigned: `standard`, `parent`, `child`, `bundle`. Texts, because it may assign others.',
  }),
}));

/** Where the record comes from, and when it changed. */
builder.objectFields(ProductType, (t) => ({
  language: t.exposeString('language', {
    nullable: true,
    description:
      'The language of its name and description: that of the context, if the release has it; null if the platform does not say.',
  }),
  publishedAt: t.expose('publishedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was published; null if the platform does not say.',
  }),
  ...recordTimes(t, {
    updatedAt:
      'When it was last updated. Lists are ordered by it, the latest first; null if the platform does not say.',
  }),
  catalogId: t.exposeID('catalogId', {
    nullable: true,
    description: 'The catalog that it belongs to, as the platform gave it; null if the platform does not say.',
  }),
  catalogSource: t.expose('catalogSource', {
    type: CatalogSourceEnum,
    nullable: true,
    description: 'Where the product comes from; null if the platform does not say.',
  }),
}));

builder.objectFields(ProductType, (t) => ({
  parent: t.field({
    type: ProductType,
    nullable: true,
    description: 'The parent product; null if it is not a child, or its parent is not live. Batched.',
    resolve: ({ releaseId, parentId, view: { loaders } }: DetailedSource) =>
      parentId === null ? null : loaders.findProduct(releaseId, parentId),
  }),
  childProducts: t.field({
    type: ProductConnectionType,
    nullable: true,
    description: 'The live child products of a parent. UNPROCESSABLE_ENTITY on a product that is not one. Batched.',
    args: productListArguments(t.arg),
    resolve: ({ id, releaseId, view }: ShownSource, args, context, info) => {
      const query = { parentId: id, releaseId, ...toListQuery(args, context, info) };
      return view.loaders.children.load(query).then((page) => toProductConnection(page, query));
    },
  }),
  components: t.field({
    type: [ComponentType],
    description: 'What a shopper assembles a bundle from; empty if it is not a bundle.',
    resolve: (product) => within(product, product.components),
  }),
  componentProducts: t.field({
    type: [ProductType],
    description: 'The products of the components that are live. Batched.',
    extensions: ofIds,
    resolve: ({ releaseId, componentProductIds, view }) => loadProducts(releaseId, componentProductIds, view),
  }),
  bundleConfiguration: t.field({
    type: BundleConfigurationType,
    nullable: true,
    description: 'How the bundle is configured; null if it is not a bundle, or not configured.',
    resolve: ({ bundleConfiguration, releaseId, view }) =>
      bundleConfiguration && { ...bundleConfiguration, releaseId, view },
  }),
}));

/** What shoppers enter with it, what the store adds to it, and where it stands. */
builder.objectFields(ProductType, (t) => ({
  customInputs: t.expose('customInputs', { type: [CustomInputType], description: 'What a shopper may enter with it.' }),
  extensions: t.expose('extensions', {
    type: [ExtensionType],
    description: "The attributes of the store's templates.",
  }),
  extension: t.field({
    type: ExtensionType,
    nullable: true,
    description: 'The attributes of one template; null if it has none of that name.',
    args: { template: t.arg.string({ required: true, description: "The template's name." }) },
    resolve({ extensions }: DetailedSource, args, { work }) {
      work.charge(unitsOfSearch(extensions.length));
      return extensions.find(({ template }) => template === args.template) ?? null;
    },
  }),
  files: t.expose('files', { type: [ProductFileType], description: 'The files that belong to it.' }),
  mainImageId: t.exposeID('mainImageId', {
    nullable: true,
    description: "The main image's file id; null if it has none.",
  }),
  breadcrumbs: t.field({
    type: [BreadcrumbType],
    description: 'Where it stands in the hierarchy of nodes: one entry for each node that holds it.',
    resolve: (product: DetailedSource) => within(product, product.breadcrumbs),
  }),
  breadcrumbNodes: t.field({
    type: [CatalogNodeType],
    description: 'The nodes above it, in the order of the platform, at most 10. Batched.',
    extensions: ofIds,
    resolve: ({ releaseId, breadcrumbNodeIds, view }: DetailedSource) => loadNodes(releaseId, breadcrumbNodeIds, view),
  }),
}));

builder.queryFields((t) => ({
  product: t.field({
    type: ProductType,
    nullable: true,
    description: "A live product of the shopper's catalog. NOT_FOUND, and null, for any other id.",
    args: {
      context: t.arg(contextArgument),
      id: t.arg.id({
        required: true,
        ...idConstrainedBy(identifierConstraint, "The global id, or the platform's own."),
      }),
    },
    resolve: (_root, { id, context }, { views }) => {
      const { view, faults } = views.read(context);
      return getProduct({ id: toResourceId('Product', id), path: ['id'] }, view, faults);
    },
  }),
  products: t.field({
    type: ProductConnectionType,
    nullable: true,
    description: "All live products of the shopper's catalog: parents, children, bundles and standard products.",
    args: { context: t.arg(contextArgument), ...productListArguments(t.arg) },
    resolve: async (_root, { context, ...args }, { views, limits }, info) => {
      const { view, faults } = views.read(context);
      const query = toListQuery(args, { limits, faults }, info);
      return toProductConnection(await view.loaders.list.load(query), query);
    },
  }),
  childProducts: t.field({
    type: ProductConnectionType,
    nullable: true,
    description:
      'The live child products of a parent. NOT_FOUND for an unknown product, UNPROCESSABLE_ENTITY for one that is not ' +
      'a base product. Batched: any number of parents costs the same statements.',
    args: {
      context: t.arg(contextArgument),
      productId: t.arg.id({
        required: true,
        ...idConstrainedBy(identifierConstraint, "The parent's global id, or the platform's own."),
      }),
      ...productListArguments(t.arg),
    },
    resolve: async (_root, { productId, context, ...args }, { views, limits }, info) => {
      const { view, faults } = views.read(context);
      const parentId = toResourceId('Product', productId);
      const query = { parentId, releaseId: null, ...toListQuery(args, { limits, faults }, info) };
      return toProductConnection(await view.loaders.children.load(query), query);
    },
  }),
}));

interface NamedById {
  readonly id: string;
  /** Of the id, among the arguments. */
  readonly path: readonly string[];
}

/** @throws DomainError VALIDATION_FAILED, NOT_FOUND */
export async function getProduct({ id, path }: NamedById, { loaders }: CatalogView, faults: readonly Violation[]) {
  expectNoFault(path, identifierFault(id), faults);
  const product = await loaders.product.load({ releaseId: null, id });
  if (!product) throw notFound('product', id, path);
  return product;
}
