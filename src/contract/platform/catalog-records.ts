import { type JsonObject, objectIn, withMember, withMissing } from './members.ts';
import { idInPath, type Surroundings } from './surroundings.ts';

/** A product of a saved page, or of PIM, which names the manufacturer's number, the times and the tags otherwise. */
export function toContractProduct(record: JsonObject): JsonObject {
  const [attributes, meta] = [objectIn(record, 'attributes'), objectIn(record, 'meta')];
  const complete = withMissing(withoutEmpty(attributes, ['sku', 'slug']), {
    manufacturer_part_num: attributes.mpn,
    created_at: meta.created_at,
    updated_at: meta.updated_at,
    tags: meta.tags,
  });
  return withLists(withMember(withoutOtherPrices(withoutEmptyLanguage(record)), 'attributes', complete), [
    'children',
    'component_products',
    'files',
  ]);
}

/**
 * Administrators are told what a product costs in every price book: some are for few shoppers, and members that the contract does not know are
 * shown to all.
 */
function withoutOtherPrices(record: JsonObject): JsonObject {
  const meta = objectIn(record, 'meta');
  if (!('available_prices' in meta || 'available_pricebook_ids' in meta)) return record;
  const { available_prices, available_pricebook_ids, ...shown } = meta;
  return { ...record, meta: shown };
}

/** A node, or a hierarchy, which is a node of the top level. */
export function toContractNode(record: JsonObject, surroundings: Surroundings): JsonObject {
  const [attributes, meta] = [objectIn(record, 'attributes'), objectIn(record, 'meta')];
  const { created_at, updated_at } = meta;
  const complete = withMissing(withoutEmpty(attributes, ['slug']), { created_at, updated_at });
  const node = withLists(withMember(withoutEmptyLanguage(record), 'attributes', complete), ['children']);
  return node.type === 'hierarchy' ? { ...node, type: 'node' } : withHierarchy(node, surroundings);
}

/** A page of a hierarchy's nodes says which one it is about, its nodes need not. */
function withHierarchy(node: JsonObject, surroundings: Surroundings): JsonObject {
  const id = idInPath(surroundings, 'hierarchies');
  const relationships = objectIn(node, 'relationships');
  if (id === null || objectIn(relationships, 'hierarchy').data || objectIn(relationships, 'parent').data) return node;
  const hierarchy = { ...objectIn(relationships, 'hierarchy'), data: { id, type: 'hierarchy' } };
  return { ...node, relationships: { ...relationships, hierarchy } };
}

/** Lists of related records stand under `data`; some samples have them bare. */
function withLists(record: JsonObject, names: readonly string[]): JsonObject {
  const relationships = objectIn(record, 'relationships');
  const bare = names.filter((name) => Array.isArray(relationships[name]) && relationships[name].length > 0);
  if (bare.length === 0) return record;
  const lists = bare.map((name) => [name, { data: relationships[name] }]);
  return { ...record, relationships: { ...relationships, ...Object.fromEntries(lists) } };
}

function withoutEmptyLanguage(record: JsonObject): JsonObject {
  return withMember(record, 'meta', withoutEmpty(objectIn(record, 'meta'), ['language']));
}

/** An empty text is none, in members that a platform leaves out so. */
function withoutEmpty(members: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => members[name] === '')) return members;
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => value !== '' || !names.includes(name)));
}
