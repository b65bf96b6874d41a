import { ROOT_CONTEXT, type SpanOptions } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { createCallSpans } from '../../src/tracing/call-spans.ts';

/** The span of a call. */
async function spanOf(path: string, platform = 'https://platform.example'): Promise<SpanOptions & { name: string }> {
  const recorded = Promise.withResolvers<SpanOptions & { name: string }>();
  const watchCall = createCallSpans({
    spans: {
      within: (_, run) => run(),
      running: () => ROOT_CONTEXT,
      recordPast: () => undefined,
      record(name, options, run) {
        recorded.resolve({ ...options, name });
        return run(null);
      },
    },
    headers: { areSent: false, read: () => null, write: () => ({}) },
    platform: new URL(platform),
  });
  await watchCall({ method: 'GET', path, headers: {} }, async () => ({ status: 200 }));
  return recorded.promise;
}

it.each([
  ['/v2/pcm/catalog/hierarchies?page[limit]=100', '/v2/pcm/catalog/hierarchies'],
  ['/catalog/hierarchies/abc/children', '/catalog/hierarchies/{id}/children'],
  ['/catalog/hierarchies/abc/nodes', '/catalog/hierarchies/{id}/nodes'],
  ['/catalog/hierarchies/abc/products?filter=eq(name,secret)', '/catalog/hierarchies/{id}/products'],
  ['/catalog/nodes/products-of-mine', '/catalog/nodes/{id}'],
])('%s is named by the words of the platform, and by nothing of a shopper', async (path, expected) => {
  expect((await spanOf(path)).name).toBe(`GET ${expected}`);
});

it('a call of a platform that stands below a path is named from the root of its host', async () => {
  const { name, attributes } = await spanOf(
    '/v2/pcm/catalog/products/abc?include=files',
    'https://platform.example/shop',
  );
  expect(name).toBe('GET /shop/v2/pcm/catalog/products/{id}');
  expect(attributes?.['url.full']).toBe('https://platform.example/shop/v2/pcm/catalog/products/REDACTED');
});
