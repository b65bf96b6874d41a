import { hash } from 'node:crypto';
import { type ReleaseResource, release } from '../../contract/release.ts';
import type { CatalogSelection } from '../../domain/catalog/catalog.ts';
import type { Selecting } from '../../domain/catalog/ports.ts';
import { DomainError } from '../../domain/errors.ts';
import { toUtc } from '../../domain/input/date-time.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { readRecord, recordForm } from '../dialect/record-form.ts';
import type { Platform } from '../platform.ts';

const form = recordForm(release, (record) => release.parse(record));

/** Which release answers a shopper: the platform says so, once for each request. It shows no other one. */
export function createSelecting({ client, paths }: Platform): Selecting {
  const selections = createMemo<RequestContext, Promise<CatalogSelection>>('selection');
  const select = (requestContext: RequestContext) =>
    memoised(selections, requestContext, async () =>
      toSelection(readRecord(form, await client.get(requestContext, paths.catalog))),
    );
  return {
    select,
    async selectRelease(requestContext, releaseId) {
      const current = await select(requestContext);
      if (current.release.id === releaseId) return current;
      throw expired();
    },
  };
}

function expired(): DomainError {
  const message =
    'The cursor belongs to a release of the catalog that is no longer current, and the platform shows no other one: start again without a cursor.';
  return new DomainError('EXPIRED', message);
}

/** What a cursor can hold of a release. */
const shortId = /^[A-Za-z0-9_.~-]{1,64}$/;

function toSelection({ id, attributes, meta }: ReleaseResource): CatalogSelection {
  const { name, catalog_id: catalogId, published_at } = attributes;
  const publishedAt = toUtc(published_at ?? '1970-01-01T00:00:00Z');
  const language = meta?.language ?? null;
  const release = {
    id: shortId.test(id) ? id : hash('sha256', id, 'base64url'),
    catalogId,
    publishedAt,
    productCount: Number(meta?.total_products ?? 0),
    languages: language === null ? [] : [language],
  };
  const catalog = { id: catalogId, name: name ?? catalogId, createdAt: publishedAt };
  return {
    catalog: { ...catalog, currentRelease: release, filesPublishedAt: null },
    release,
    rule: null,
    reason: 'The platform chose this catalog for the shopper.',
    language,
  };
}
