/** No rule is enforced that is not published, and both faces publish the same: the SDL, the schemas that check, OpenAPI. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { updateApplicationKeyInput } from '../../src/domain/application-key/application-key-service.ts';
import { createCustomApiInput } from '../../src/domain/custom-field/create-custom-api.ts';
import { createCustomFieldInput } from '../../src/domain/custom-field/create-custom-field.ts';
import { validationRules } from '../../src/domain/custom-field/validation-rules.ts';
import { contextHeaders, shopperContextConstraint } from '../../src/domain/shopper-context.ts';
import { createSubscriptionInput, paymentAuthorityInput } from '../../src/domain/subscription/create-subscription.ts';
import { printSdl } from '../../src/graphql/schema/print-sdl.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { toSnakeCase } from '../../src/rest/errors.ts';
import { createOpenApiDocument } from '../../src/rest/openapi.ts';
import { routes } from '../../src/rest/routes.ts';
import { coordinateOf, publishedConstraints } from '../support/published-constraints.ts';

// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
type JsonSchema = any;

const published = publishedConstraints(printSdl(schema));

/** OpenAPI has no keyword for it. */
function toldProgramSize({ description }: JsonSchema): number | undefined {
  const size = /at most (\d+) instructions/.exec(description ?? '')?.[1];
  return size === undefined ? undefined : Number(size);
}

/** What JSON Schema says of a value, whatever else it may be. */
function keywordsOf(member: JsonSchema): Record<string, unknown> {
  const {
    anyOf = [],
    minLength,
    maxLength,
    pattern,
    format,
    minimum,
    maximum,
    minItems,
    maxItems,
    maxProgramSize = toldProgramSize(member),
  } = member;
  const own = { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems, maxProgramSize };
  const said = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return Object.assign(said, ...anyOf.map(keywordsOf));
}

/** What the SDL says, as JSON Schema would; a global id is a matter of GraphQL alone. */
function publishedOf(owner: string, name: string): Record<string, unknown> {
  const { constraint = {} } = published.find((one) => one.owner === owner && one.name === name) ?? {};
  const keywords: Record<string, string> = { min: 'minimum', max: 'maximum' };
  return Object.fromEntries(
    Object.entries(constraint).map(([rule, value]) => [
      keywords[rule] ?? rule,
      value === 'uuid-or-global-id' ? 'uuid' : value,
    ]),
  );
}

const inputs: Readonly<Record<string, z.ZodType>> = {
  CreateSubscriptionInput: createSubscriptionInput,
  PaymentAuthorityInput: paymentAuthorityInput,
  UpdateApplicationKeyInput: updateApplicationKeyInput,
  CreateCustomApiInput: createCustomApiInput,
  CreateCustomFieldInput: createCustomFieldInput,
  StringFieldValidationInput: validationRules.string,
  IntegerFieldValidationInput: validationRules.integer,
  BooleanFieldValidationInput: validationRules.boolean,
  FloatFieldValidationInput: validationRules.float,
};

function propertiesOf(of: z.ZodType): Record<string, JsonSchema> {
  return z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }).properties ?? {};
}

it.each(Object.entries(inputs))('%s says of each member what its schema checks', (owner, of) => {
  const properties = propertiesOf(of);
  const fields = published.filter((one) => one.owner === owner && one.name !== 'validateOnly');
  expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(properties).sort());
  for (const [name, member] of Object.entries(properties)) {
    expect(publishedOf(owner, name), name).toEqual(keywordsOf(member));
  }
});

it('what has no rule is known, so that a new argument is thought about', () => {
  const unconstrained = published.filter(
    ({ owner, type, constraint }) =>
      Object.keys(constraint).length === 0 &&
      /^\[?(ID|String|Int|Float|SafeInt|BigInt|CurrencyCode)\b/.test(type) &&
      !/^@(constraint|deprecated|include|skip|specifiedBy)$/.test(owner),
  );
  expect(unconstrained.map(coordinateOf)).toEqual([
    // What these do not find is null.
    'BundleComponentProduct.price(currency:)',
    // Needed by some orders, and then one that there is (rules `required` and `enum`).
    'CatalogNode.products(currency:)',
    // Any number.
    'FloatFieldValidationInput.maxValue',
    'FloatFieldValidationInput.minValue',
    // One that there is (rule `enum`); bounds that are not reversed (`range`).
    'PriceFilter.currency',
    'PriceFilter.max',
    'PriceFilter.min',
    'PriceTier.price(currency:)',
    'Product.childProducts(currency:)',
    'Product.extension(template:)',
    // Each must be an option of the product (rule `enum`).
    'Product.optionAvailability(selectedOptions:)',
    'Product.price(currency:)',
    'Product.priceFor(currency:)',
    'Product.priceRange(currency:)',
    'Product.variant(selectedOptions:)',
    'ProductExtension.attribute(key:)',
    'ProductFacets.prices(currency:)',
    'Query.childProducts(currency:)',
    'Query.node(id:)',
    'Query.products(currency:)',
  ]);
});

describe('OpenAPI', () => {
  const document: JsonSchema = createOpenApiDocument(routes, { base: 'https://shop.example/v2' });
  const operations: Record<string, JsonSchema> = Object.fromEntries(
    Object.values(document.paths).flatMap((path: JsonSchema) =>
      Object.values(path).map((operation: JsonSchema) => [operation.operationId, operation]),
    ),
  );

  it('has no keyword that strict readers of JSON Schema do not know', () => {
    const strict = new Ajv2020({ strictTypes: false, validateFormats: false, keywords: ['components'] });
    const bodies = Object.values(operations).map(({ requestBody }) => requestBody?.content['application/json'].schema);
    const { components } = document;
    for (const schema of [...Object.values(components.schemas), ...bodies.filter(Boolean)]) {
      expect(() => strict.compile({ ...schema, components })).not.toThrow();
    }
  });
  const parameter = (operation: string, name: string) =>
    operations[operation].parameters.find((one: JsonSchema) => one.name === name).schema;
  const dataOf = (operation: string) =>
    operations[operation].requestBody.content['application/json'].schema.properties.data;
  const inner = (member: JsonSchema) => member.anyOf?.find((one: JsonSchema) => one.properties) ?? member;

  it.each([
    ['CreateSubscriptionInput', dataOf('createSubscription')],
    ['PaymentAuthorityInput', inner(dataOf('createSubscription').properties.payment_authority)],
    ['UpdateApplicationKeyInput', dataOf('updateApplicationKey')],
    ['CreateCustomApiInput', dataOf('createCustomApi')],
    ['CreateCustomFieldInput', dataOf('createCustomField')],
    ...['String', 'Integer', 'Boolean', 'Float'].map((type) => [
      `${type}FieldValidationInput`,
      inner(dataOf('createCustomField').properties.validation.properties[type.toLowerCase()]),
    ]),
  ])('says what %s says', (owner, { properties }) => {
    const fields = published.filter((one) => one.owner === owner && toSnakeCase(one.name) in properties);
    expect(fields.length).toBeGreaterThan(0);
    for (const { name } of fields) {
      expect(keywordsOf(properties[toSnakeCase(name)]), name).toEqual(publishedOf(owner, name));
    }
  });

  it.each(Object.values(contextHeaders))("listProducts's %s is what its check takes", (name) => {
    expect(keywordsOf(parameter('listProducts', name))).toEqual(shopperContextConstraint);
  });

  it.each([
    ['createSubscription', 'Idempotency-Key', '@idempotent', 'key'],
    ['listProducts', 'page[limit]', 'Query.products', 'first'],
    ['listChildProducts', 'page[limit]', 'Query.childProducts', 'first'],
    ['listChildProducts', 'product_id', 'Query.childProducts', 'productId'],
    ['getProduct', 'product_id', 'Query.product', 'id'],
    ['listNodes', 'page[limit]', 'Query.catalogNodes', 'first'],
    ['listApplicationKeys', 'page[limit]', 'Query.applicationKeys', 'first'],
    ['listCustomApis', 'page[limit]', 'Query.customApis', 'first'],
    ['listCustomFields', 'page[limit]', 'CustomApi.fields', 'first'],
    ['getApplicationKey', 'id', 'Query.applicationKey', 'id'],
    ['updateApplicationKey', 'id', 'UpdateApplicationKeyInput', 'id'],
    ['getSubscription', 'id', 'Query.subscription', 'id'],
    ['getCustomApi', 'customApiId', 'Query.customApi', 'id'],
    ['createCustomField', 'customApiId', 'CreateCustomFieldInput', 'customApiId'],
  ])("%s's %s is as %s's %s", (operation, name, owner, member) => {
    const said = keywordsOf(parameter(operation, name));
    expect(Object.keys(said)).not.toEqual([]);
    expect(said).toEqual(publishedOf(owner, member));
  });
});
