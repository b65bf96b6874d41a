/**
 * Fields that show the same of a product as long as its release lasts, to everybody who reads it in one context: they depend neither on
 * the time nor on variables, and change nothing. A field without a resolver is one, too: it is a member of what such a field shows.
 */
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { type Collecting, collectMembers, type Member } from '../bytes/collect-members.ts';

const fixedFields: Readonly<Record<string, readonly string[]>> = {
  Product: [
    ...['id', 'resourceId', 'prices', 'originalPrices', 'tiers', 'priceModifiers', 'extension', 'variations'],
    ...['breadcrumbs', 'breadcrumbNodes', 'nodes', 'builtChildren'],
  ],
  Breadcrumb: ['node', 'path'],
  BuiltChildConnection: ['edges', 'nodes', 'pageInfo', 'totalCount'],
  BuiltChildEdge: ['node'],
  CatalogNode: ['id', 'resourceId', 'parent'],
  Price: ['money'],
  Money: ['formatted'],
  PriceTier: ['prices', 'price'],
  PriceModifier: ['prices', 'tiers'],
  ProductExtension: ['attribute'],
  ProductExtensionAttribute: ['value'],
  ProductFile: ['resourceId'],
  ProductVariation: ['id', 'resourceId', 'options'],
  ProductVariationOption: ['id', 'resourceId'],
};

/** Null: it is none that is fixed. What leads to nodes stands by itself: some of them may have to be read first. */
export function groupOf(type: GraphQLObjectType, member: Member, collecting: Collecting): string | null {
  if (!isFixed(type, member, collecting)) return null;
  return leadsToNodes(member) ? 'nodes' : 'own';
}

const ofNodes: ReadonlySet<string> = new Set(['breadcrumbs', 'breadcrumbNodes', 'nodes']);

export function leadsToNodes({ field }: Member): boolean {
  return ofNodes.has(field);
}

/** Whether the member shows the same each time, with all that is selected of it. */
function isFixed(type: GraphQLObjectType, { field: name, nodes }: Member, collecting: Collecting): boolean {
  if (name === '__typename') return true;
  const field = type.getFields()[name];
  if (!field || (field.resolve && !fixedFields[type.name]?.includes(name))) return false;
  if (nodes[0].arguments?.some(({ value }) => value.kind !== 'StringValue' && value.kind !== 'IntValue')) return false;
  const inner = getNamedType(field.type);
  if (isLeafType(inner)) return true;
  return (
    isObjectType(inner) &&
    collectMembers(inner, nodes, collecting).every((member) => isFixed(inner, member, collecting))
  );
}
