import type { DomainError } from '../errors.ts';
import type { WriteInput } from '../input/write-input.ts';
import type { ChildWindowQuery, ListPage, PageRequest, WindowQuery } from '../paging/list-page.ts';
import type { CountedPage, OffsetPage, Page } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import type { CustomApi, CustomField } from './custom-field.ts';

export interface CustomFieldService {
  /** @throws DomainError VALIDATION_FAILED, NOT_FOUND (custom API), CONFLICT (slug) */
  create(requestContext: RequestContext, input: CreateCustomFieldInput): Promise<CustomField | null>;
  /** @throws DomainError VALIDATION_FAILED, CONFLICT (API type) */
  createApi(requestContext: RequestContext, input: CreateCustomApiInput): Promise<CustomApi | null>;
  /** `apiId`: whose fields they are, where the caller knows it. */
  getMany(requestContext: RequestContext, ids: readonly string[], apiId?: string): Promise<Map<string, CustomField>>;
  getManyApis(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, CustomApi>>;
  /** By cursor, in the order of their creation. @throws DomainError VALIDATION_FAILED (cursor, page size) */
  pageApis(requestContext: RequestContext, request: PageRequest): Promise<ListPage<CustomApi>>;
  /** The fields of each API, likewise: the answers stand in the order of the queries, a fault in its query's place. */
  pageFields(
    requestContext: RequestContext,
    queries: readonly FieldsQuery[],
  ): Promise<(ListPage<CustomField> | DomainError)[]>;
  /** In the order of their creation. */
  listApis(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<CustomApi>>;
  /** The fields of one API, in the order of their creation. @throws DomainError NOT_FOUND (custom API) */
  list(requestContext: RequestContext, apiId: string, page: OffsetPage): Promise<CountedPage<CustomField>>;
}

export interface FieldsQuery extends PageRequest {
  readonly apiId: string;
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
  getMany(ids: readonly string[], apiId?: string): Promise<Map<string, CustomField>>;
  /** By position, in the order of their creation. */
  pageApis(requestContext: RequestContext, query: WindowQuery): Promise<Page<CustomApi>>;
  /** The fields of each API, likewise, in the order of the queries. */
  pageFields(requestContext: RequestContext, queries: readonly ChildWindowQuery[]): Promise<Page<CustomField>[]>;
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

/** What reading takes, and finding out what is wrong with an input. */
export type CustomFieldReads = Omit<CustomFieldStore, 'insert' | 'insertApi'>;
