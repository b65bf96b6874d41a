import { ROOT_CONTEXT } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { createCallSpans } from '../../src/tracing/call-spans.ts';

/** The name of a call's span. */
async function nameOf(path: string): Promise<string> {
  const names: string[] = [];
  const watchCall = createCallSpans({
    spans: {
      within: (_, run) => run(),
      running: () => ROOT_CONTEXT,
      recordPast: () => undefined,
      record(name, _, run) {
        names.push(name);
        return run(null);
      },
    },
    headers: { areSent: false, read: () => null, write: () => ({}) },
    platform: new URL('https://platform.example'),
  });
  await watchCall({ method: 'GET', path, headers: {} }, async () => ({ status: 200 }));
  return names.join();
}

it.each([
  ['/v2/pcm/catalog/hierarchies?page[limit]=100', '/v2/pcm/catalog/hierarchies'],
  ['/catalog/hierarchies/abc/children', '/catalog/hierarchies/{id}/children'],
  ['/catalog/hierarchies/abc/nodes', '/catalog/hierarchies/{id}/nodes'],
  ['/catalog/hierarchies/abc/products?filter=eq(name,secret)', '/catalog/hierarchies/{id}/products'],
  ['/catalog/nodes/products-of-mine', '/catalog/nodes/{id}'],
])('%s is named by the words of the platform, and by nothing of a shopper', async (path, expected) => {
  expect(await nameOf(path)).toBe(`GET ${expected}`);
});
