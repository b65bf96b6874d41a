import type { CatalogNode } from '../../domain/catalog/catalog.ts';
import type { BreadcrumbTrail, CustomInput, Extension, ProductFile } from '../../domain/product/product.ts';
import { unitsOfSearch } from '../../domain/work-budget.ts';
import { CatalogNodeType } from '../catalog/catalog.ts';
import { builder } from '../schema/builder.ts';
import type { CatalogView, InView } from '../view/catalog-view.ts';
import { chargeIds, ofIds, type Within } from './product-ref.ts';

export const CommodityTypeEnum = builder.enumType('CommodityType', {
  description: 'Whether the product is shipped.',
  values: {
    PHYSICAL: { value: 'physical', description: 'Shipped.' },
    DIGITAL: { value: 'digital', description: 'Delivered without shipping.' },
  } as const,
});

export const CatalogSourceEnum = builder.enumType('CatalogSource', {
  description: 'Where the products of a catalog come from.',
  values: { PIM: { value: 'pim', description: "The platform's product information management." } } as const,
});

export const ProductStatusEnum = builder.enumType('ProductStatus', {
  description: 'Whether shoppers may see a product.',
  values: {
    LIVE: { value: 'live', description: 'Visible.' },
    DRAFT: { value: 'draft', description: 'Not visible: never returned.' },
  } as const,
});

const ValidationRuleType = builder
  .objectRef<CustomInput['validationRules'][number]>('CustomInputValidationRule')
  .implement({
    description: 'What a shopper may enter: text of a certain length.',
    fields: (t) => ({
      maxLength: t.exposeInt('maxLength', {
        nullable: true,
        description: 'The most characters, at most 255; null if the platform does not say.',
      }),
    }),
  });

export const CustomInputType = builder.objectRef<CustomInput>('ProductCustomInput').implement({
  description: 'Something that a shopper may enter with the product, such as an engraving.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names the input within its product.' }),
    name: t.exposeString('name', { description: 'The name that shoppers read.' }),
    isRequired: t.exposeBoolean('isRequired', {
      nullable: true,
      description: 'Whether it must be filled in; null if the platform does not say.',
    }),
    validationRules: t.expose('validationRules', { type: [ValidationRuleType], description: 'What may be entered.' }),
  }),
});

const ExtensionAttributeType = builder
  .objectRef<Extension['attributes'][number]>('ProductExtensionAttribute')
  .implement({
    description: "An attribute that the store's template added to the product.",
    fields: (t) => ({
      key: t.exposeString('key', { description: "The attribute's name in its template." }),
      value: t.field({
        type: 'JSON',
        nullable: true,
        description: 'Whatever the template holds: text, number, boolean, or null when it is not filled in.',
        resolve: ({ value }) => value,
      }),
    }),
  });

export const ExtensionType = builder.objectRef<Extension>('ProductExtension').implement({
  description: "The attributes that one of the store's templates adds to the product.",
  fields: (t) => ({
    template: t.exposeString('template', { description: "The template's name." }),
    attributes: t.expose('attributes', {
      type: [ExtensionAttributeType],
      description: 'The attributes of the template.',
    }),
    attribute: t.field({
      type: ExtensionAttributeType,
      nullable: true,
      description: 'One attribute; null if the template has none of that name.',
      args: { key: t.arg.string({ required: true, description: "The attribute's name." }) },
      resolve({ attributes }, args, { work }) {
        work.charge(unitsOfSearch(attributes.length));
        return attributes.find(({ key }) => key === args.key) ?? null;
      },
    }),
  }),
});

export const ProductFileType = builder.objectRef<ProductFile>('ProductFile').implement({
  description: 'A file that belongs to the product.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id of the file." }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was added; null if the platform does not say.',
    }),
  }),
});

export const BreadcrumbType = builder.objectRef<Within<BreadcrumbTrail>>('Breadcrumb').implement({
  description: 'A place of the product in the hierarchy of nodes.',
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', {
      description: 'The id of the node that holds the product, as the platform gave it.',
    }),
    node: t.field({
      type: CatalogNodeType,
      nullable: true,
      description: 'The node that holds the product; null when the release has no live one with that id. Batched.',
      resolve: ({ releaseId, nodeId, view }) => view.loaders.findNode(releaseId, nodeId),
    }),
    path: t.field({
      type: [CatalogNodeType],
      description: "The chain of the node's parents, in the platform's order, at most 10 long. Batched.",
      extensions: ofIds,
      resolve: ({ releaseId, parentNodeIds, view }) => loadNodes(releaseId, parentNodeIds, view),
    }),
  }),
});

/** Those that the release has, in the order of the ids. */
export function loadNodes(releaseId: string, ids: readonly string[], view: CatalogView) {
  chargeIds(view, ids);
  const { loaders } = view;
  const nodes = ids.map((id) => loaders.findNode(releaseId, id));
  return nodes.some((node) => node instanceof Promise) ? Promise.all(nodes).then(present) : present(nodes as Found[]);
}

type Found = InView<CatalogNode> | null;

function present(nodes: readonly Found[]): InView<CatalogNode>[] {
  return nodes.filter((node) => node !== null);
}
