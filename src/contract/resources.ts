/** The resources that a catalog file may hold, by their `type`: how each is checked, and what becomes of one that passed. */
import { z } from 'zod';
import { withoutSpelling } from '../domain/input/exact-json.ts';
import { applicationKeyRecord } from './application-key.ts';
import { catalog } from './catalog.ts';
import { catalogRule } from './catalog-rule.ts';
import { customApi } from './custom-api.ts';
import { customField } from './custom-field.ts';
import { file } from './file.ts';
import { node } from './node.ts';
import { offering } from './offering.ts';
import { plan } from './plan.ts';
import { product } from './product/product.ts';
import { storedFormOf } from './stored-form.ts';
import { unknownMembersOf, type WithUnknownMembers } from './unknown-members.ts';

export const resources = {
  product: document(product),
  node: document(node),
  file: document(file),
  catalog: row(catalog),
  catalog_rule: row(catalogRule),
  subscription_offering: row(offering),
  subscription_plan: row(plan),
  custom_api: row(customApi),
  custom_field: row(customField),
  application_key: row(applicationKeyRecord),
} as const;

export type ResourceType = keyof typeof resources;
/** One that passed, as it is worked with. */
export type Resource = ReturnType<(typeof resources)[ResourceType]['accept']>;

/** Stored as a text, which goes out as it is. */
function document<Schema extends z.ZodType>(schema: Schema) {
  return { schema: z.compile(schema), accept: storedFormOf(schema) };
}

/** Stored as a row, of which the resource is made again. */
function row<Schema extends z.ZodType>(schema: Schema) {
  return {
    schema: z.compile(schema),
    accept: (value: unknown): z.output<Schema> & WithUnknownMembers => {
      const record = schema.parse(withoutSpelling(value)) as z.output<Schema> & object;
      return { ...record, unknownMembers: unknownMembersOf(schema, value) };
    },
  };
}
