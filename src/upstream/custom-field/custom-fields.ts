import { customApi, customApisPath, toCustomApi } from '../../contract/custom-api.ts';
import { customField, toCustomField } from '../../contract/custom-field.ts';
import { toValidationResource } from '../../contract/custom-field-validation.ts';
import { noSurroundings, type Surroundings } from '../../contract/platform/surroundings.ts';
import { resources } from '../../contract/resources.ts';
import { createCustomApiInput } from '../../domain/custom-field/create-custom-api.ts';
import { type CustomField, customFieldTypes } from '../../domain/custom-field/custom-field.ts';
import {
  checkWithinBudget,
  createCustomFieldReads,
  findApiConflicts,
  findConflicts,
} from '../../domain/custom-field/custom-field-service.ts';
import type { CustomFieldReads, CustomFieldService } from '../../domain/custom-field/ports.ts';
import { refusal } from '../../domain/errors.ts';
import { isObject } from '../../domain/input/is-object.ts';
import { checkInput } from '../../domain/input/parse-input.ts';
import type { OffsetPage } from '../../domain/paging/page.ts';
import { slicePage } from '../../domain/paging/slice-page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { pathTo } from '../dialect/paths.ts';
import { type RecordForm, readRecord, readRecords, recordForm } from '../dialect/record-form.ts';
import { readAll } from '../paging/read-all.ts';
import { readPage, readWindow } from '../paging/read-window.ts';
import { eachAlone, explained, getEach, type Platform, perRequest, unsupported } from '../platform.ts';

const apiForm = recordForm(customApi, (record) => toCustomApi(resources.custom_api.accept(record)));
const knownFieldForm = recordForm(customField, (record) => toCustomField(resources.custom_field.accept(record)));
/** Null: of a type that the contract does not have, such as `list` or `any`. It is left out, as in an import. */
const fieldForm: RecordForm<CustomField | null> = {
  read: (value, surroundings) => (isOfOtherType(value) ? null : knownFieldForm.read(value, surroundings)),
  find: knownFieldForm.find,
};

/** Of APIs, or of one's fields: more are not looked through. */
const maxLookedThrough = 1000;

export function createUpstreamCustomFields(platform: Platform): CustomFieldService {
  return perRequest<CustomFieldService>((requestContext) => {
    const reads = readsOf(platform, requestContext);
    const service = createCustomFieldReads(reads);
    return { ...service, pageFields: eachAlone(service.pageFields), ...createWrites(platform, reads) };
  });
}

function createWrites(platform: Platform, reads: CustomFieldReads): Pick<CustomFieldService, 'create' | 'createApi'> {
  const { client, paths } = platform;
  const apisPath = `${paths.base}${customApisPath}`;
  return {
    async create(requestContext, { validateOnly, ...input }) {
      const { field, violations } = checkWithinBudget(requestContext, input);
      if (!field) throw refusal(violations);
      const check = () => findConflicts(reads, input, { withSlug: true }).then(expectNone);
      if (validateOnly) return check().then(() => null);
      const { customApiId, name, description, slug, validation } = field;
      const data = {
        type: 'custom_field',
        ...{ name, description, slug, field_type: validation.fieldType },
        validation: toValidationResource(validation),
      };
      const path = pathTo(apisPath, [customApiId, 'fields']);
      const sending = client.send(requestContext, { method: 'POST', path, body: { data } });
      return readRecord(knownFieldForm, await explained(sending, check), ofApi(customApiId));
    },

    async createApi(requestContext, { faults, validateOnly, ...input }) {
      const { value, violations } = checkInput(createCustomApiInput, input, faults);
      if (!value) throw refusal(violations);
      const check = () => findApiConflicts(reads, input).then(expectNone);
      if (validateOnly) return check().then(() => null);
      const { apiType: api_type, ...given } = value;
      const body = { data: { type: 'custom_api', ...given, api_type } };
      const sending = client.send(requestContext, { method: 'POST', path: apisPath, body });
      return readRecord(apiForm, await explained(sending, check));
    },
  };
}

function expectNone(violations: Parameters<typeof refusal>[0]): void {
  if (violations.length > 0) throw refusal(violations);
}

/** A field need not name the API that it was read from. */
function ofApi(customApiId: string): Surroundings {
  return { ...noSurroundings, customApiId };
}

function readsOf({ client, paths: { base } }: Platform, requestContext: RequestContext): CustomFieldReads {
  const get = (segments: string[], page?: OffsetPage) =>
    client.get(requestContext, pathTo(`${base}${customApisPath}`, segments, page && { page }));
  const listApis = async (page: OffsetPage) => readRecords(apiForm, await get([], page));
  /** All, since which of them are shown decides on the places of the others; null: they are too many. */
  async function findFields(customApiId: string): Promise<readonly CustomField[] | null> {
    const read = async (page: OffsetPage) =>
      readRecords(fieldForm, await get([customApiId, 'fields'], page), ofApi(customApiId));
    const fields = await readAll(maxLookedThrough, read);
    return fields?.filter((field) => field !== null) ?? null;
  }

  async function getFields(customApiId: string): Promise<readonly CustomField[]> {
    const fields = await findFields(customApiId);
    if (fields) return fields;
    throw unsupported(`The fields of a custom API that has more than ${maxLookedThrough} of them are not shown.`);
  }
  return {
    getManyApis: (ids) => getEach(ids, async (id) => readRecord(apiForm, await get([id]))),
    getMany(ids, apiId) {
      if (apiId === undefined)
        throw unsupported('The platform finds a custom field only by its custom API: read that.');
      return getEach(ids, async (id) => readRecord(fieldForm, await get([apiId, 'fields', id]), ofApi(apiId)));
    },
    pageApis: (_scope, { window }) => readWindow(window, listApis),
    pageFields: (_scope, queries) =>
      Promise.all(queries.map(async ({ parentId, window }) => slicePage(await getFields(parentId), window))),
    listApis: (_scope, page) => readPage(page, listApis),
    async list(_scope, apiId, { limit, offset }) {
      const fields = await getFields(apiId);
      return { items: fields.slice(offset, offset + limit), total: fields.length };
    },
    hasSlug: async (apiId, slug) => (await findFields(apiId))?.some((field) => field.slug === slug) ?? false,
    async hasApiType(apiType) {
      const apis = await readAll(maxLookedThrough, listApis);
      return apis?.some((api) => api.apiType === apiType) ?? false;
    },
  };
}

function isOfOtherType(value: unknown): boolean {
  const type = isObject(value) ? value.field_type : null;
  return typeof type === 'string' && !customFieldTypes.some((known) => known === type);
}
