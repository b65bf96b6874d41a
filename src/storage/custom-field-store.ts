import { apiTypeTaken } from '../domain/custom-field/create-custom-api.ts';
import { type CustomApi, type CustomField, slugTaken } from '../domain/custom-field/custom-field.ts';
import type { CustomFieldStore } from '../domain/custom-field/ports.ts';
import { refusal } from '../domain/errors.ts';
import type { Engine } from './engines/engine.ts';
import { selectCountedPage } from './lists/counted-page.ts';
import { byCreation, selectPage, selectPages, type TableList } from './lists/table-pages.ts';
import { getManyRows } from './rows-by-id.ts';
import type { CustomApiTable, CustomFieldTable } from './schema.ts';
import { write } from './write.ts';

export function createCustomFieldStore(engine: Engine): CustomFieldStore {
  return { ...createApis(engine), ...createFields(engine) };
}

type ApiMethods = 'getManyApis' | 'listApis' | 'pageApis' | 'hasApiType' | 'insertApi';

function createApis(engine: Engine): Pick<CustomFieldStore, ApiMethods> {
  const { reader } = engine;
  return {
    getManyApis: (ids) => getManyRows(engine, 'custom_api', ids, toCustomApi),

    listApis: (requestContext, page) => selectCountedPage(engine, requestContext, apiList, page),

    pageApis: (requestContext, query) => selectPage(engine, requestContext, apiList, query),

    async hasApiType(apiType) {
      const row = await reader.selectFrom('custom_api').select('id').where('api_type', '=', apiType).executeTakeFirst();
      return row !== undefined;
    },

    insertApi: (api) =>
      write(engine, async (database) => {
        try {
          await database.insertInto('custom_api').values(fromCustomApi(api)).execute();
          return api;
        } catch (error) {
          if (engine.violatedConstraint(error) !== 'custom_api_api_type_key') throw error;
          throw refusal([apiTypeTaken]);
        }
      }),
  };
}

function createFields(engine: Engine): Omit<CustomFieldStore, ApiMethods> {
  const { reader } = engine;
  return {
    getMany: (ids) => getManyRows(engine, 'custom_field', ids, toCustomField),

    pageFields: (requestContext, queries) => selectPages(engine, requestContext, fieldList, queries),

    async hasSlug(apiId, slug) {
      const field = await reader
        .selectFrom('custom_field')
        .select('id')
        .where('custom_api_id', '=', apiId)
        .where('slug', '=', slug)
        .executeTakeFirst();
      return field !== undefined;
    },

    list: (requestContext, apiId, page) =>
      selectCountedPage(engine, requestContext, fieldList, { ...page, parentId: apiId }),

    insert: (field) =>
      write(engine, async (database) => {
        try {
          await database.insertInto('custom_field').values(fromCustomField(field)).execute();
          return field;
        } catch (error) {
          // Only the index can see a slug that another request takes at the same moment.
          if (engine.violatedConstraint(error) !== 'custom_field_slug_key') throw error;
          throw refusal([slugTaken]);
        }
      }),
  };
}

const apiList: TableList<CustomApiTable, CustomApi> = {
  table: 'custom_api',
  sortKey: byCreation,
  toItem: toCustomApi,
};

const fieldList: TableList<CustomFieldTable, CustomField> = {
  table: 'custom_field',
  sortKey: byCreation,
  parentColumn: 'custom_api_id',
  toItem: toCustomField,
};

function toCustomApi(row: CustomApiTable): CustomApi {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    apiType: row.api_type,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.unknown_members !== null && { unknownMembers: row.unknown_members }),
  };
}

export function fromCustomApi({ apiType, createdAt, updatedAt, unknownMembers, ...api }: CustomApi): CustomApiTable {
  const [created_at, updated_at, unknown_members] = [createdAt, updatedAt, unknownMembers ?? null];
  return { ...api, api_type: apiType, created_at, updated_at, unknown_members };
}

export function fromCustomField(field: CustomField): CustomFieldTable {
  return {
    id: field.id,
    custom_api_id: field.customApiId,
    name: field.name,
    description: field.description,
    slug: field.slug,
    field_type: field.fieldType,
    validation: JSON.stringify(field.validation),
    created_at: field.createdAt,
    updated_at: field.updatedAt,
    unknown_members: field.unknownMembers ?? null,
  };
}

function toCustomField(row: CustomFieldTable): CustomField {
  return {
    id: row.id,
    customApiId: row.custom_api_id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    fieldType: row.field_type,
    validation: JSON.parse(row.validation),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.unknown_members !== null && { unknownMembers: row.unknown_members }),
  };
}
