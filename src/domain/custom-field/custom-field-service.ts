import { notFound } from '../errors.ts';
import { toOnce } from '../idempotency.ts';
import { onlyUuids } from '../input/identifiers.ts';
import type { Stores } from '../ports.ts';
import { parseCustomField } from './create-custom-field.ts';
import { type CustomField, slugTaken } from './custom-field.ts';
import type { CustomFieldService } from './ports.ts';

export interface CustomFieldServiceOptions {
  readonly stores: Pick<Stores, 'customFields'>;
  readonly newId: () => string;
}

export function createCustomFieldService({ stores, newId }: CustomFieldServiceOptions): CustomFieldService {
  const { customFields } = stores;
  return {
    async create(requestContext, { faults = [], validateOnly, ...input }) {
      const field = parseCustomField(input, faults);
      const once = toOnce(requestContext, 'createCustomField', field);
      const written = once && !validateOnly && (await customFields.findWritten(once));
      if (written) return written;
      const apis = await customFields.getManyApis([field.customApiId]);
      if (!apis.has(field.customApiId)) throw notFound('custom API', field.customApiId);
      if (validateOnly) {
        const fields = (await customFields.listByApi([field.customApiId])).get(field.customApiId) ?? [];
        if (fields.some(({ slug }) => slug === field.slug)) throw slugTaken();
        return null;
      }
      const now = requestContext.now.toISOString();
      const created: CustomField = {
        ...field,
        id: newId(),
        fieldType: field.validation.fieldType,
        createdAt: now,
        updatedAt: now,
      };
      return customFields.insert(created, once);
    },

    getMany: (_scope, ids) => customFields.getMany(onlyUuids(ids)),
    getManyApis: (_scope, ids) => customFields.getManyApis(onlyUuids(ids)),
    listByApi: (_scope, apiIds) => customFields.listByApi(onlyUuids(apiIds)),
    listApis: (_scope, page) => customFields.listApis(page),

    async list(_scope, apiId, page) {
      const apis = await customFields.getManyApis(onlyUuids([apiId]));
      if (!apis.has(apiId)) throw notFound('custom API', apiId);
      return customFields.list(apiId, page);
    },
  };
}
