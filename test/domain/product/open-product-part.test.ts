import { expect, it } from 'vitest';
import type { CatalogSelection } from '../../../src/domain/catalog/catalog.ts';
import { openOwnPart, openProductPart } from '../../../src/domain/product/open-product-part.ts';
import type { ProductPartQuery } from '../../../src/domain/product/ports.ts';
import { someContext } from '../../support/request-contexts.ts';

const context = someContext();

function shown(catalogId: string, releaseId: string): CatalogSelection {
  const release = { id: releaseId, catalogId, publishedAt: '', productCount: 0, languages: [] };
  const catalog = { id: catalogId, name: '', createdAt: '', currentRelease: release, filesPublishedAt: null };
  return { catalog, release, rule: null, reason: '', language: null };
}

/** Of the releases 1 and 2 of a catalog, which is shown by the second. */
const catalog = {
  select: async () => shown('main', '2'),
  selectRelease: async (_: unknown, releaseId: string) => (releaseId === '3' ? null : shown('main', releaseId)),
};

function query(page: ProductPartQuery['page'], other: Partial<ProductPartQuery> = {}): ProductPartQuery {
  return { part: 'builtChildren', product: { id: 'a', releaseId: '2' }, page, ...other };
}

async function cursorIn(releaseId: string, other: Partial<ProductPartQuery> = {}): Promise<string> {
  const part = await openProductPart(catalog, context, query({}, { product: { id: 'a', releaseId }, ...other }));
  return part.cursorOf('5');
}

it('a page without a cursor lies in the release of its product, and any other in that of the cursor', async () => {
  const after = await cursorIn('1');
  expect(openOwnPart(shown('main', '2'), context, query({}))).toMatchObject({
    releaseId: '2',
    window: { after: null },
  });
  expect(await openProductPart(catalog, context, query({ after }))).toMatchObject({
    releaseId: '1',
    window: { after: '5' },
  });
  for (const page of [{ after }, { before: after }]) {
    expect(openOwnPart(shown('main', '2'), context, query(page))).toBeNull();
  }
});

it.each<[string, Partial<ProductPartQuery>]>([
  ['another part', { part: 'variationMatrix' }],
  ['another product', { product: { id: 'b', releaseId: '2' } }],
])('a cursor of %s is refused', async (_, other) => {
  const after = await cursorIn('2');
  const opening = openProductPart(catalog, context, query({ after }, other));
  await expect(opening).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringMatching(/does not belong to this connection/),
  });
});

it('a cursor of a release that has gone is refused, and so is one of another catalog', async () => {
  const part = openOwnPart(shown('main', '3'), context, query({}, { product: { id: 'a', releaseId: '3' } }));
  const gone = openProductPart(catalog, context, query({ after: part?.cursorOf('5') }));
  await expect(gone).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringMatching(/has been retired/),
  });
  const elsewhere = openOwnPart(shown('other', '2'), context, query({}))?.cursorOf('5');
  const opening = openProductPart(catalog, context, query({ after: elsewhere }));
  await expect(opening).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringMatching(/of another context/),
  });
});
