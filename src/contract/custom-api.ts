/** A resource type that a store defines. */
import { z } from 'zod';
import { apiType, customApiDescription, customApiName } from '../domain/custom-field/create-custom-api.ts';
import { customFieldSlug } from '../domain/custom-field/create-custom-field.ts';
import type { CustomApi } from '../domain/custom-field/custom-field.ts';
import { completedBy, openObject, orElse } from './building-blocks.ts';
import { selfLink, timestamps, toTimestamps, uuid } from './members.ts';
import { type WithUnknownMembers, withUnknownMembers } from './unknown-members.ts';

export const customApisPath = '/settings/extensions/custom-apis';
const type = 'custom_api';

const complete = openObject({
  id: uuid,
  type: z.literal(type),
  name: customApiName,
  description: orElse(customApiDescription, ''),
  slug: customFieldSlug,
  /** The type of the API's entries, unique in the store. */
  api_type: apiType,
  links: selfLink,
  meta: openObject({ timestamps }),
});

export const customApi = completedBy<typeof complete, CustomApiRecord>(
  (given) => ({ ...given, links: { self: `${customApisPath}/${given.id}` } }),
  complete,
).meta({ id: 'CustomApi' });

export type CustomApiResource = z.output<typeof complete>;
export type CustomApiRecord = Omit<z.input<typeof complete>, 'links'>;

export function toCustomApi(from: CustomApiResource & WithUnknownMembers): CustomApi {
  const { created_at, updated_at } = from.meta.timestamps;
  return {
    id: from.id,
    name: from.name,
    description: from.description,
    slug: from.slug,
    apiType: from.api_type,
    createdAt: created_at,
    updatedAt: updated_at,
    ...(from.unknownMembers != null && { unknownMembers: from.unknownMembers }),
  };
}

export function toCustomApiResource(api: CustomApi): CustomApiResource {
  const resource: CustomApiResource = {
    id: api.id,
    type,
    name: api.name,
    description: api.description,
    slug: api.slug,
    api_type: api.apiType,
    links: { self: `${customApisPath}/${api.id}` },
    meta: { timestamps: toTimestamps(api) },
  };
  return withUnknownMembers(resource, api);
}
