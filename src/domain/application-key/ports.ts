import type { WriteInput } from '../input/write-input.ts';
import type { ListPage, PageRequest, WindowQuery } from '../paging/list-page.ts';
import type { CountedPage, OffsetPage, Page } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import type { ApplicationKey } from './application-key.ts';

export interface ApplicationKeyService {
  /** @throws DomainError VALIDATION_FAILED, NOT_FOUND */
  rename(requestContext: RequestContext, input: UpdateApplicationKeyInput): Promise<ApplicationKey | null>;
  getMany(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, ApplicationKey>>;
  /** In the order of their creation. */
  list(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<ApplicationKey>>;
  /** The same by cursor. @throws DomainError VALIDATION_FAILED (cursor, page size) */
  page(requestContext: RequestContext, request: PageRequest): Promise<ListPage<ApplicationKey>>;
}

export interface UpdateApplicationKeyInput extends WriteInput {
  readonly id?: unknown;
  readonly name?: unknown;
}

export interface ApplicationKeyStore {
  getMany(ids: readonly string[]): Promise<Map<string, ApplicationKey>>;
  /** In the order of their creation. */
  list(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<ApplicationKey>>;
  /** The same by position. */
  page(requestContext: RequestContext, query: WindowQuery): Promise<Page<ApplicationKey>>;
  /** The row as it was committed, `updated_at` never going back; null: there is no such key. */
  rename(key: Pick<ApplicationKey, 'id' | 'name'> & { readonly now: string }): Promise<ApplicationKey | null>;
  findCredentials(clientId: string): Promise<ApplicationKeyCredentials | null>;
  /** Notes a use, unless one was noted within the minute before. `last_used_at` never goes back. */
  markUsed(id: string, now: string): Promise<void>;
  /** @throws DomainError CONFLICT when the client id is another key's */
  insert(key: ApplicationKeyCredentials): Promise<void>;
  /** Null: no key has this client id. */
  replaceSecret(clientId: string, secretHash: string, now: string): Promise<ApplicationKey | null>;
}

export interface ApplicationKeyCredentials extends ApplicationKey {
  /** A salted hash of the secret; null: the key can't get tokens that prove its secret. */
  readonly secretHash: string | null;
}

/** What the service needs of the store. */
export type RenamedKeys = Pick<ApplicationKeyStore, 'getMany' | 'list' | 'page' | 'rename'>;
