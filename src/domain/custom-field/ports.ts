import type { WriteInput } from '../input/write-input.ts';
import type { CountedPage, OffsetPage } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import type { CustomApi, CustomField } from './custom-field.ts';

export interface CustomFieldService {
  /** @throws DomainError VALIDATION_FAILED, NOT_FOUND (custom API), CONFLICT (slug) */
  create(requestContext: RequestContext, input: CreateCustomFieldInput): Promise<CustomField | null>;
  /** @throws DomainError VALIDATION_FAILED, CONFLICT (API type) */
  createApi(requestContext: RequestContext, input: CreateCustomApiInput): Promise<CustomApi | null>;
  getMany(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, CustomField>>;
  getManyApis(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, CustomApi>>;
  /** All fields of each API, in the order of their creation; where the request has no budget for them, not all. */
  listByApi(requestContext: RequestContext, apiIds: readonly string[]): Promise<Map<string, readonly CustomField[]>>;
  /** In the order of their creation. */
  listApis(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<CustomApi>>;
  /** The fields of one API, in the order of their creation. @throws DomainError NOT_FOUND (custom API) */
  list(requestContext: RequestContext, apiId: string, page: OffsetPage): Promise<CountedPage<CustomField>>;
}

export interface CreateCustomFieldInput extends WriteInput {
  readonly customApiId?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly slug?: unknown;
  readonly fieldType?: unknown;
  /** One key, the field type, that holds its rules. */
  readonly validation?: unknown;
}

export interface CreateCustomApiInput extends WriteInput {
  readonly name?: unknown;
  readonly slug?: unknown;
  readonly apiType?: unknown;
  readonly description?: unknown;
}

export interface CustomFieldStore {
  getManyApis(ids: readonly string[]): Promise<Map<string, CustomApi>>;
  getMany(ids: readonly string[]): Promise<Map<string, CustomField>>;
  /** The fields of each API, in the order of their creation: `most` of them in all. */
  listByApi(
    requestContext: RequestContext,
    apiIds: readonly string[],
    most: number,
  ): Promise<Map<string, readonly CustomField[]>>;
  /** Whether the API has a field with this slug. */
  hasSlug(apiId: string, slug: string): Promise<boolean>;
  /** In the order of their creation. */
  listApis(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<CustomApi>>;
  /** The fields of one API, in the order of their creation. */
  list(requestContext: RequestContext, apiId: string, page: OffsetPage): Promise<CountedPage<CustomField>>;
  hasApiType(apiType: string): Promise<boolean>;
  /** @throws DomainError CONFLICT when another API has this type. */
  insertApi(api: CustomApi): Promise<CustomApi>;
  /** @throws DomainError CONFLICT when the API, which must exist, has a field with this slug. */
  insert(field: CustomField): Promise<CustomField>;
}
