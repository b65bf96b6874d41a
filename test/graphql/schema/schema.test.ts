/** The public manual is whole, and the printed schema is the design's surface. */
import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import { expect, it } from 'vitest';
import { printSdl } from '../../../src/graphql/schema/print-sdl.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

function* described(of: GraphQLSchema): Generator<[name: string, description: string | null | undefined]> {
  for (const directive of of.getDirectives().filter((one) => !isSpecifiedDirective(one))) {
    yield [`@${directive.name}`, directive.description];
    for (const argument of directive.args) yield [`@${directive.name}(${argument.name}:)`, argument.description];
  }
  for (const type of Object.values(of.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    yield [type.name, type.description];
    if (isEnumType(type)) for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description];
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field.description];
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description];
      for (const argument of field.args) yield [`${type.name}.${field.name}(${argument.name}:)`, argument.description];
    }
  }
}

it('everything has a description', () => {
  const all = [...described(schema)];
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(([, description]) => !description?.trim()).map(([name]) => name)).toEqual([]);
});

it('the SDL says what graphql-js prints, and the constraints that apply', () => {
  const sdl = printSdl(schema);
  expect(sdl).toContain('  currency: CurrencyCode! @constraint(pattern: "^[A-Z]{3}$")\n');
  const bare = visit(parse(sdl), {
    SchemaDefinition: () => null,
    Directive: ({ name }) => (name.value === 'constraint' ? null : undefined),
  });
  expect(print(bare)).toBe(print(parse(printSchema(schema))));
});

it('the SDL has an explicit schema block, reads back as the same schema, and only the root is called Subscription', () => {
  const sdl = printSdl(schema);
  expect(sdl.startsWith('schema {\n  query: Query\n  mutation: Mutation\n  subscription: Subscription\n}')).toBe(true);
  const readBack = buildSchema(sdl);
  expect(printSchema(lexicographicSortSchema(readBack))).toBe(printSchema(lexicographicSortSchema(schema)));
  expect(Object.keys(readBack.getSubscriptionType()?.getFields() ?? {})).toEqual(['catalogReleased']);
});

const surface: Record<string, Record<string, string>> = {
  Query: {
    node: 'Node',
    nodes: '[Node]',
    product: 'Product',
    products: 'ProductConnection',
    childProducts: 'ProductConnection',
    catalogNodes: 'CatalogNodeConnection',
    catalogRoots: 'CatalogNodeConnection',
    nodeBySlug: 'CatalogNode',
    productBy: 'Product',
    applicationKey: 'ApplicationKey',
    applicationKeys: 'ApplicationKeyConnection',
    customApi: 'CustomApi',
    customApis: 'CustomApiConnection',
    offerings: 'BillingOfferingConnection',
    subscription: 'BillingSubscription',
  },
  Mutation: {
    createSubscription: 'CreateSubscriptionPayload',
    updateApplicationKey: 'UpdateApplicationKeyPayload',
    createCustomField: 'CreateCustomFieldPayload',
  },
  ProductConnection: {
    edges: '[ProductEdge!]!',
    nodes: '[Product!]!',
    pageInfo: 'PageInfo!',
    totalCount: 'Int!',
    context: 'CatalogContext!',
  },
  CreateSubscriptionInput: {
    accountId: 'ID!',
    offeringId: 'ID!',
    planId: 'ID!',
    currency: 'CurrencyCode!',
    name: 'String!',
    email: 'String!',
    externalRef: 'String',
    paymentAuthority: 'PaymentAuthorityInput',
  },
  PaymentAuthorityInput: { type: 'PaymentAuthorityType!', customerId: 'String!', cardId: 'String!' },
  UpdateApplicationKeyInput: { id: 'ID!', name: 'String!' },
  CreateCustomFieldInput: {
    customApiId: 'ID!',
    name: 'String!',
    slug: 'String!',
    fieldType: 'CustomFieldType!',
    description: 'String',
    validation: 'CustomFieldValidationInput',
  },
};

it.each(Object.entries(surface))("%s has the design's fields", (name, fields) => {
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`${name} is not there.`);
  const actual = Object.entries(type.getFields()).map(([field, { type: fieldType }]) => [field, String(fieldType)]);
  expect(Object.fromEntries(actual)).toMatchObject(fields);
});

it('a field whose arguments may be faulty may be null, so that a fault takes nothing else with it', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const ofFaultyArguments = types
    .filter((type) => !isIntrospectionType(type) && type !== schema.getSubscriptionType())
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ args }) => args.length > 0);
  expect(ofFaultyArguments.length).toBeGreaterThan(20);
  expect(ofFaultyArguments.filter(({ type }) => isNonNullType(type)).map(String)).toEqual([]);
});
