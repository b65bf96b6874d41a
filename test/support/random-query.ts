/** Queries of the catalog, made up from the schema. */
import fc from 'fast-check';
import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { schema } from '../../src/graphql/schema/schema.ts';

const { products } = demoIds;

export interface QueryOptions {
  /** For arguments that a field needs, some of which may be refused. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly roots: readonly string[];
  /** Fields that are an error of most objects. */
  readonly without: readonly string[];
  /** How a selection may be written. */
  readonly forms: readonly ((selection: string) => string)[];
}

/** Nearly all of them are answered without an error. */
export const plain: QueryOptions = {
  values: {
    currency: ['"EUR"'],
    template: ['"products(care)"'],
    selectedOptions: ['[]'],
    first: ['3'],
    quantity: ['5'],
  },
  roots: [
    ...Object.values(products).map((id) => `product(id: "${id}")`),
    `childProducts(productId: "${products.manyChildrenParent}", first: 4)`,
    `childProducts(productId: "${products.manyChildrenParent}", last: 2, filter: { tags: { eq: "rain" } })`,
    'products(first: 3)',
    'product(id: "absent")',
  ],
  without: ['childProducts'],
  forms: [(selection) => `{ ${selection} }`],
};

/** Fields fail, some of which may not be null, and selections are written in several ways. */
export const mixed: QueryOptions = {
  values: {
    ...plain.values,
    selectedOptions: ['[]', '["no option"]', '["no option", "none either"]'],
    first: ['3', '0'],
    quantity: ['5', '0'],
  },
  roots: [
    ...plain.roots,
    'products(first: 2, filter: { sku: { in: ["", "a", ""] } })',
    'products(first: 101)',
    `childProducts(productId: "${products.standard}")`,
    `catalogNodes(filter: { id: { in: ["absent", "${demoIds.nodes.jackets}"] } }, first: 3)`,
  ],
  without: [],
  forms: [
    ...plain.forms,
    (selection) => `{ ${selection} ... { ${selection} } }`,
    (selection) => `{ ${selection} ... @include(if: true) { ${selection} } }`,
    (selection) => `{ __typename ... @skip(if: true) { ${selection} } }`,
    (selection) => `{ ... @skip(if: true) { ${selection} } }`,
    () => '{ }',
  ],
};

export function randomQuery(options: QueryOptions): fc.Arbitrary<string> {
  return fc
    .array(randomField(options), { minLength: 1, maxLength: 3 })
    .map((fields) => `{ ${fields.map(({ root, selection }, place) => `r${place}: ${root} ${selection}`).join(' ')} }`);
}

/** A root field with its arguments, and a selection of it. */
export function randomField(
  options: QueryOptions,
): fc.Arbitrary<{ readonly root: string; readonly selection: string }> {
  return fc
    .constantFrom(...options.roots)
    .chain((root) => randomSelection(root.split('(', 1)[0] ?? '', options).map((selection) => ({ root, selection })));
}

export function randomSelection(rootField: string, options: QueryOptions): fc.Arbitrary<string> {
  const field = schema.getQueryType()?.getFields()[rootField];
  return selectionOf(field?.type as GraphQLOutputType, 3, options);
}

/** Some fields of a type, some of them under another name. */
function selectionOf(type: GraphQLOutputType, depth: number, options: QueryOptions): fc.Arbitrary<string> {
  const named = getNamedType(type);
  if (!isObjectType(named)) return fc.constant('');
  const fields = Object.values(named.getFields()).filter(
    ({ name, type: inner }) => !options.without.includes(name) && (depth > 0 || !isObjectType(getNamedType(inner))),
  );
  if (fields.length === 0) return fc.constant('{ __typename }');
  return fc
    .array(fc.tuple(fc.nat({ max: fields.length - 1 }), fc.boolean()), { minLength: 1, maxLength: 5 })
    .chain((picked) =>
      fc.tuple(
        fc.constantFrom(...options.forms),
        ...picked.map(([index, isAliased], place) => {
          const field = fields[index] as (typeof fields)[number];
          const alias = isAliased ? `a${place}: ` : '';
          return fc
            .tuple(argumentsOf(field.args, options), selectionOf(field.type, depth - 1, options))
            .map(([args, inner]) => `${alias}${field.name}${args} ${inner}`);
        }),
      ),
    )
    .map(([form, ...selected]) => form(selected.join(' ')));
}

function argumentsOf(args: readonly { readonly name: string }[], { values }: QueryOptions): fc.Arbitrary<string> {
  const given = args.flatMap(({ name }) => {
    const possible = values[name];
    return possible ? [fc.constantFrom(...possible).map((value) => `${name}: ${value}`)] : [];
  });
  return fc.tuple(...given).map((texts) => (texts.length > 0 ? `(${texts.join(', ')})` : ''));
}
