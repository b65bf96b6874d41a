import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { type Json, memberAt, restProduct, type World } from '../world.ts';

interface Member {
  readonly path: string;
  readonly says: string;
  /** Selection in GraphQL, `prices { money { currency } }`; absent: REST only. */
  readonly field?: string;
  /** What GraphQL answers for it. */
  readonly toGraph?: (value: Json) => Json;
  /** What an import gives it where its record has none. */
  readonly assigned?: Json;
}

const orNull = (value: Json) => value ?? null;
const upper = (value: Json) => value?.toUpperCase() ?? null;
const digits = (value: Json) => (value == null ? null : String(value));
const entries = (map: Json): [string, Json][] => Object.entries(map ?? {});
const prices = (map: Json) =>
  entries(map).map(([currency, { amount, includes_tax }]) => ({
    money: { currency, amount: String(amount) },
    includesTax: includes_tax ?? false,
  }));
const tiers = (map: Json) =>
  entries(map).map(([name, tier]) => ({
    name,
    minimumQuantity: digits(tier.minimum_quantity ?? 1),
    prices: prices(tier.price),
  }));
const shown = (one: Json) => one && { amount: String(one.amount), currency: one.currency, formatted: one.formatted };
const display = (one: Json) =>
  one ? { withTax: shown(one.with_tax) ?? null, withoutTax: shown(one.without_tax) ?? null } : null;
const priceFields = '{ money { currency amount } includesTax }';
const displayFields = '{ withTax { amount currency formatted } withoutTax { amount currency formatted } }';
const tierFields = `{ name minimumQuantity prices ${priceFields} }`;
const modifiers = (map: Json) =>
  Array.isArray(map)
    ? []
    : entries(map).map(([name, one]) => ({
        name,
        modifierType: upper(one.modifier_type),
        prices: prices(one.currencies),
        tiers: tiers(one.tiers),
      }));
const modifierFields = `{ name modifierType prices ${priceFields} tiers ${tierFields} }`;
const inComponents = (pick: (component: Json, key: string) => Json) => (map: Json) =>
  entries(map).map(([key, component]) => pick(component, key));
const inOptions = (pick: (option: Json) => Json) => inComponents(({ options }) => ({ options: options.map(pick) }));
const inInputs = (pick: (input: Json, key: string) => Json) => (map: Json) =>
  entries(map).map(([key, input]) => pick(input, key));
const inVariations = (pick: (variation: Json) => Json) => (list: Json) => (list ?? []).map(pick);
const inBundle = (pick: (product: Json, id: string) => Json) => (bundle: Json) =>
  bundle ? { componentProducts: entries(bundle.component_products).map(([id, one]) => pick(one, id)) } : null;
const bundle = 'meta.bundle_configuration';
const ids = (list: Json) => (list ?? []).map(({ id }: Json) => id);

const members: Member[] = [
  { path: 'id', says: 'has an identifier', field: 'resourceId' },
  { path: 'type', says: 'has the type `product`' },
  { path: 'attributes.published_at', says: 'says when it was published', field: 'publishedAt', toGraph: orNull },
  { path: 'attributes.base_product', says: 'says whether it is a parent', field: 'isBaseProduct', assigned: false },
  { path: 'attributes.base_product_id', says: 'names its parent', field: 'baseProductId', toGraph: orNull },
  { path: 'attributes.commodity_type', says: 'is physical or digital', field: 'commodityType', toGraph: upper },
  { path: 'attributes.curated_product', says: 'says that it is curated', field: 'isCurated', toGraph: Boolean },
  { path: 'attributes.upc_ean', says: 'has a UPC or EAN', field: 'upcEan', toGraph: orNull },
  {
    path: 'attributes.manufacturer_part_num',
    says: "has a manufacturer's part number",
    field: 'manufacturerPartNum',
    toGraph: orNull,
  },
  { path: 'attributes.tags', says: 'has tags in lower case', field: 'tags', toGraph: (tags) => tags ?? [] },
  {
    path: 'attributes.price_modifiers',
    says: 'names its price modifiers',
    field: 'priceModifierNames',
    toGraph: (names) => names ?? [],
  },
  { path: 'attributes.created_at', says: 'says when it was created', field: 'createdAt', toGraph: orNull },
  { path: 'attributes.updated_at', says: 'says when it was last updated', field: 'updatedAt', toGraph: orNull },
  { path: 'attributes.description', says: 'has a description', field: 'description', toGraph: orNull },
  { path: 'attributes.name', says: 'has a name', field: 'name' },
  { path: 'attributes.sku', says: 'has a stock keeping unit', field: 'sku', toGraph: orNull },
  { path: 'attributes.slug', says: 'has a slug', field: 'slug', toGraph: orNull },
  { path: 'attributes.status', says: 'is live or draft', field: 'status', toGraph: upper },
  { path: 'attributes.external_ref', says: 'has a reference to another system', field: 'externalRef', toGraph: orNull },
  { path: 'attributes.price', says: 'has a price by currency', field: `prices ${priceFields}`, toGraph: prices },
  {
    path: 'attributes.tiers',
    says: 'has prices by quantity, by tier name',
    field: `tiers ${tierFields}`,
    toGraph: tiers,
  },
  {
    path: 'attributes.components',
    says: 'has components by key',
    field: 'components { key }',
    toGraph: inComponents((_, key) => ({ key })),
  },
  {
    path: 'attributes.components',
    says: 'names each component',
    field: 'components { name }',
    toGraph: inComponents(({ name }) => ({ name })),
  },
  {
    path: 'attributes.components',
    says: 'says how few options of a component may be selected',
    field: 'components { min }',
    toGraph: inComponents(({ min }) => ({ min: digits(min) })),
  },
  {
    path: 'attributes.components',
    says: 'says how many options of a component may be selected',
    field: 'components { max }',
    toGraph: inComponents(({ max }) => ({ max: digits(max) })),
  },
  {
    path: 'attributes.components',
    says: 'orders its components for display',
    field: 'components { sortOrder }',
    toGraph: inComponents((one) => ({ sortOrder: digits(one.sort_order) })),
  },
  {
    path: 'attributes.components',
    says: "names each option's product",
    field: 'components { options { productId } }',
    toGraph: inOptions(({ id }) => ({ productId: id })),
  },
  {
    path: 'attributes.components',
    says: 'gives each option the type `product`',
  },
  {
    path: 'attributes.components',
    says: "says each option's quantity",
    field: 'components { options { quantity } }',
    toGraph: inOptions(({ quantity }) => ({ quantity: digits(quantity) })),
  },
  {
    path: 'attributes.components',
    says: 'orders the options of a component',
    field: 'components { options { sortOrder } }',
    toGraph: inOptions((one) => ({ sortOrder: digits(one.sort_order) })),
  },
  {
    path: 'attributes.components',
    says: 'says which option is the default',
    field: 'components { options { isDefault } }',
    toGraph: inOptions((one) => ({ isDefault: one.default ?? null })),
  },
  {
    path: 'attributes.custom_inputs',
    says: 'has custom inputs by key',
    field: 'customInputs { key }',
    toGraph: inInputs((_, key) => ({ key })),
  },
  {
    path: 'attributes.custom_inputs',
    says: 'names each custom input',
    field: 'customInputs { name }',
    toGraph: inInputs(({ name }) => ({ name })),
  },
  {
    path: 'attributes.custom_inputs',
    says: 'says whether a custom input is required',
    field: 'customInputs { isRequired }',
    toGraph: inInputs(({ required }) => ({ isRequired: required ?? null })),
  },
  {
    path: 'attributes.custom_inputs',
    says: 'gives the rules of a custom input, of the type `string`, with the most characters',
    field: 'customInputs { validationRules { maxLength } }',
    toGraph: inInputs((input) => ({
      validationRules: (input.validation_rules ?? []).map(({ options }: Json) => ({
        maxLength: options?.max_length ?? null,
      })),
    })),
  },
  {
    path: 'attributes.extensions',
    says: 'has the attributes of templates by template',
    field: 'extensions { template attributes { key value } }',
    toGraph: (map) =>
      entries(map).map(([template, given]) => ({
        template,
        attributes: entries(given).map(([key, value]) => ({ key, value })),
      })),
  },
  { path: 'relationships.parent', says: 'is related to its parent' },
  {
    path: 'relationships.children',
    says: 'is related to its children',
    field: 'builtChildren(first: 100) { totalCount nodes { productId } }',
    toGraph: (relation) => firstPage(ids(relation?.data).map((productId: string) => ({ productId }))),
  },
  {
    path: 'relationships.files',
    says: 'is related to its files, with when they were created',
    field: 'files { resourceId createdAt }',
    toGraph: (relation) =>
      (relation?.data ?? []).map((file: Json) => ({ resourceId: file.id, createdAt: file.created_at ?? null })),
  },
  {
    path: 'relationships.main_image',
    says: 'is related to its main image',
    field: 'mainImageId',
    toGraph: (relation) => relation?.data?.id ?? null,
  },
  {
    path: 'relationships.component_products',
    says: 'is related to its component products',
    field: 'componentProducts { resourceId }',
    toGraph: (relation) => ids(relation?.data).map((resourceId: string) => ({ resourceId })),
  },
  { path: 'relationships.links', says: 'links to itself' },
  { path: 'meta.product_types', says: 'has its types', field: 'productTypes' },
  { path: 'meta.language', says: 'says which language it is in', field: 'language', toGraph: orNull },
  {
    path: 'meta.bread_crumbs',
    says: 'has the chain of parents of each of its nodes',
    field: 'breadcrumbs { nodeId path { resourceId } }',
    toGraph: (map) =>
      entries(map).map(([nodeId, path]) => ({ nodeId, path: path.map((resourceId: string) => ({ resourceId })) })),
  },
  {
    path: 'meta.bread_crumb_nodes',
    says: 'has its parent nodes',
    field: 'breadcrumbNodes { resourceId }',
    toGraph: (list) => (list ?? []).map((resourceId: string) => ({ resourceId })),
  },
  { path: 'meta.catalog_id', says: 'names its catalog', field: 'catalogId', toGraph: orNull },
  { path: 'meta.pricebook_id', says: 'names its price book', field: 'pricebookId', toGraph: orNull },
  { path: 'meta.catalog_source', says: 'comes from `pim`', field: 'catalogSource', assigned: 'pim', toGraph: upper },
  { path: 'meta.sale_id', says: 'names its sale', field: 'saleId', toGraph: orNull },
  { path: 'meta.sale_expires', says: 'says when its sale expires', field: 'saleExpires', toGraph: orNull },
  {
    path: 'meta.display_price',
    says: 'has a price for showing, with and without tax',
    field: `displayPrice ${displayFields}`,
    toGraph: display,
  },
  {
    path: 'meta.original_price',
    says: 'has the prices before its sale',
    field: `originalPrices ${priceFields}`,
    toGraph: prices,
  },
  {
    path: 'meta.original_display_price',
    says: 'has the shown price before its sale',
    field: `originalDisplayPrice ${displayFields}`,
    toGraph: display,
  },
  {
    path: 'meta.price_modifiers',
    says: 'has its price modifiers by name: what they do, by currency and tier',
    field: `priceModifiers ${modifierFields}`,
    toGraph: modifiers,
  },
  {
    path: bundle,
    says: 'has the selected options of a bundle by component, with their quantities',
    field: 'bundleConfiguration { selectedOptions { componentKey options { productId quantity } } }',
    toGraph: (one) =>
      one
        ? {
            selectedOptions: entries(one.selected_options).map(([componentKey, options]) => ({
              componentKey,
              options: entries(options).map(([productId, quantity]) => ({ productId, quantity: String(quantity) })),
            })),
          }
        : null,
  },
  {
    path: bundle,
    says: 'has the prices of component products in a bundle',
    field: `bundleConfiguration { componentProducts { productId prices ${priceFields} } }`,
    toGraph: inBundle((one, productId) => ({ productId, prices: prices(one.price) })),
  },
  {
    path: bundle,
    says: 'has the shown prices of component products',
    field: `bundleConfiguration { componentProducts { displayPrice ${displayFields} } }`,
    toGraph: inBundle((one) => ({ displayPrice: display(one.display_price) })),
  },
  {
    path: bundle,
    says: 'has the original prices of component products',
    field: `bundleConfiguration { componentProducts { originalPrices ${priceFields} } }`,
    toGraph: inBundle((one) => ({ originalPrices: prices(one.original_price) })),
  },
  {
    path: bundle,
    says: 'has the original shown prices of component products',
    field: `bundleConfiguration { componentProducts { originalDisplayPrice ${displayFields} } }`,
    toGraph: inBundle((one) => ({ originalDisplayPrice: display(one.original_display_price) })),
  },
  {
    path: bundle,
    says: 'has the sales of component products',
    field: 'bundleConfiguration { componentProducts { saleId saleExpires } }',
    toGraph: inBundle((one) => ({ saleId: one.sale_id ?? null, saleExpires: one.sale_expires ?? null })),
  },
  {
    path: bundle,
    says: 'has the price books of component products',
    field: 'bundleConfiguration { componentProducts { pricebookId } }',
    toGraph: inBundle((one) => ({ pricebookId: one.pricebook_id ?? null })),
  },
  {
    path: bundle,
    says: 'names the price modifiers of component products',
    field: 'bundleConfiguration { componentProducts { priceModifierNames } }',
    toGraph: inBundle((one) => ({ priceModifierNames: Array.isArray(one.price_modifiers) ? one.price_modifiers : [] })),
  },
  {
    path: 'meta.variations',
    says: 'has variations by identifier',
    field: 'variations { resourceId }',
    toGraph: inVariations(({ id }) => ({ resourceId: id })),
  },
  {
    path: 'meta.variations',
    says: 'names its variations',
    field: 'variations { name }',
    toGraph: inVariations(({ name }) => ({ name })),
  },
  {
    path: 'meta.variations',
    says: 'orders its variations',
    field: 'variations { sortOrder }',
    toGraph: inVariations((one) => ({ sortOrder: digits(one.sort_order) })),
  },
  {
    path: 'meta.variations',
    says: 'has the options of each variation',
    field: 'variations { options { resourceId name } }',
    toGraph: inVariations(({ options }) => ({
      options: options.map((one: Json) => ({ resourceId: one.id, name: one.name })),
    })),
  },
  {
    path: 'meta.variations',
    says: 'describes the options of a variation',
    field: 'variations { options { description sortOrder } }',
    toGraph: inVariations(({ options }) => ({
      options: options.map((one: Json) => ({
        description: one.description ?? null,
        sortOrder: digits(one.sort_order),
      })),
    })),
  },
  {
    path: 'meta.variation_matrix',
    says: 'has a matrix of options, whose leaves are child products',
    field: 'variationMatrix(first: 100) { totalCount nodes { optionIds productId } }',
    assigned: {},
    toGraph: (matrix) => firstPage(leavesOf(matrix ?? {})),
  },
];

function firstPage(all: readonly Json[]): Json {
  return { totalCount: all.length, nodes: all.slice(0, 100) };
}

function leavesOf(matrix: Json, optionIds: string[] = []): Json[] {
  if (typeof matrix === 'string') return [{ optionIds, productId: matrix }];
  return entries(matrix).flatMap(([option, inner]) => leavesOf(inner, [...optionIds, option]));
}

const graphMembers = members.filter(({ field }) => field !== undefined);
const aliasOf = (member: Member) => `f${graphMembers.indexOf(member)}`;
const aliased = (member: Member) => `${aliasOf(member)}: ${member.field}`;

/** Some at a time: an operation has a limit of aliases and fields. */
function graphProduct(world: World, id: string): Promise<Json> {
  return world.once(`graphql product ${id}`, async () => {
    const { data, errors, shown } = await world.ask(
      `{ product(id: "${id}") { ${graphMembers.map(aliased).join(' ')} } }`,
    );
    deepStrictEqual(errors, [], shown);
    return data.product;
  });
}

function toStatement(member: Member): Statement {
  const { path, says, toGraph = (value: Json) => value } = member;
  const expectedIn = (record: Json) => {
    const value = memberAt(record, path);
    return value === undefined ? member.assigned : value;
  };
  const samples = (world: World) => world.sample.map((id) => [id, expectedIn(world.products.get(id))] as const);
  const seen = (world: World) =>
    ok(
      samples(world).some(([, value]) => value !== undefined),
      `no sample has ${path}`,
    );
  return {
    says: `A product ${says} (\`${path}\`).`,
    async rest(world) {
      seen(world);
      for (const [id, value] of samples(world))
        deepStrictEqual(memberAt(await restProduct(world, id), path), value, id);
    },
    ...(member.field !== undefined && {
      async graphql(world: World) {
        seen(world);
        for (const [id, value] of samples(world)) {
          const answered = (await graphProduct(world, id))[aliasOf(member)];
          deepStrictEqual(answered, JSON.parse(JSON.stringify(toGraph(value))), id);
        }
      },
    }),
  };
}

export const productFields: Topic = { title: 'Product resource', statements: members.map(toStatement) };
