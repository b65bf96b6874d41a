import { notFound, refusal } from '../errors.ts';
import { onlyUuids, uuid } from '../input/identifiers.ts';
import { checkInput, validMember } from '../input/parse-input.ts';
import { inFieldOrder, type Violation } from '../input/violations.ts';
import { pageList, pageLists } from '../paging/list-page.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { apiType, apiTypeTaken, createCustomApiInput } from './create-custom-api.ts';
import { checkCustomField, createCustomFieldInput, customFieldSlug, patternOf } from './create-custom-field.ts';
import { slugTaken } from './custom-field.ts';
import type { CreateCustomApiInput, CreateCustomFieldInput, CustomFieldReads, CustomFieldService } from './ports.ts';
import { unitsOfPattern } from './regex.ts';

const apiFieldNames = Object.keys(createCustomApiInput.out.shape);
const fieldNames = Object.keys(createCustomFieldInput.out.shape);

export interface CustomFieldServiceOptions {
  readonly stores: Pick<Stores, 'customFields'>;
  readonly newId: () => string;
}

/** A pattern is charged before it is compiled. */
export function checkWithinBudget({ budget }: RequestContext, { faults, ...input }: CreateCustomFieldInput) {
  budget.charge(unitsOfPattern(patternOf(input)));
  return checkCustomField(input, faults);
}

export function createCustomFieldService({ stores, newId }: CustomFieldServiceOptions): CustomFieldService {
  const { customFields } = stores;

  return {
    async create(requestContext, { faults = [], validateOnly, ...input }) {
      const { field, violations } = checkWithinBudget(requestContext, { ...input, faults });
      const isWritten = field !== null && !validateOnly;
      const others = await findConflicts(customFields, input, { withSlug: !isWritten });
      const all = [...violations, ...others];
      if (!field || all.length > 0) throw refusal(inFieldOrder(all, fieldNames));
      if (validateOnly) return null;
      const now = requestContext.now.toISOString();
      const { fieldType } = field.validation;
      return customFields.insert({ ...field, id: newId(), fieldType, createdAt: now, updatedAt: now });
    },

    async createApi(requestContext, { faults = [], validateOnly, ...input }) {
      const { value, violations } = checkInput(createCustomApiInput, input, faults);
      if (!value || validateOnly) {
        const all = [...violations, ...(await findApiConflicts(customFields, input))];
        if (all.length > 0) throw refusal(inFieldOrder(all, apiFieldNames));
        return null;
      }
      const now = requestContext.now.toISOString();
      return customFields.insertApi({ ...value, id: newId(), createdAt: now, updatedAt: now });
    },

    ...createCustomFieldReads(customFields),
  };
}

export function createCustomFieldReads(
  customFields: CustomFieldReads,
): Omit<CustomFieldService, 'create' | 'createApi'> {
  return {
    getMany: (_scope, ids, apiId) => customFields.getMany(onlyUuids(ids), apiId),
    getManyApis: (_scope, ids) => customFields.getManyApis(onlyUuids(ids)),

    pageApis: (requestContext, request) =>
      pageList(requestContext, 'custom APIs', request, (query) => customFields.pageApis(requestContext, query)),

    pageFields(requestContext, queries) {
      const ofApis = queries.map(({ apiId, ...query }) => ({ ...query, parentId: apiId }));
      return pageLists(requestContext, 'custom fields', ofApis, (valid) =>
        customFields.pageFields(requestContext, valid),
      );
    },

    listApis: (requestContext, page) => customFields.listApis(requestContext, page),

    async list(requestContext, apiId, page) {
      const apis = await customFields.getManyApis(onlyUuids([apiId]));
      if (!apis.has(apiId)) throw notFound('custom API', apiId);
      return customFields.list(requestContext, apiId, page);
    },
  };
}

/** Where it is written, the store says that the type is taken. */
export async function findApiConflicts(
  customFields: CustomFieldReads,
  input: Pick<CreateCustomApiInput, 'apiType'>,
): Promise<readonly Violation[]> {
  const wanted = validMember(apiType, input.apiType);
  return wanted !== null && (await customFields.hasApiType(wanted)) ? [apiTypeTaken] : [];
}

/** `withSlug`: whether the slug is looked for; where it is written, the store says that it is taken. */
export async function findConflicts(
  customFields: CustomFieldReads,
  input: Pick<CreateCustomFieldInput, 'customApiId' | 'slug'>,
  { withSlug }: { readonly withSlug: boolean },
): Promise<readonly Violation[]> {
  const apiId = validMember(uuid, input.customApiId);
  if (apiId === null) return [];
  if (!(await customFields.getManyApis([apiId])).has(apiId)) {
    return notFound('custom API', apiId, ['customApiId']).violations;
  }
  if (!withSlug) return [];
  const slug = validMember(customFieldSlug, input.slug);
  return slug !== null && (await customFields.hasSlug(apiId, slug)) ? [slugTaken] : [];
}
