import { expect, it, onTestFinished } from 'vitest';
import { startApp } from '../support/running-app.ts';

it("a page that names no size has the store's page length, on both faces", async () => {
  const app = await startApp({ PAGE_LENGTH: '3' });
  onTestFinished(() => app.close());
  const rest = await (await fetch(`${app.url}/v2/pcm/catalog/products`)).json();
  expect([rest.data.length, rest.meta.page.limit]).toEqual([3, 3]);
  const query = '{ products { nodes { id } } limits { pageLength } }';
  const { data } = await (await fetch(`${app.url}/graphql?query=${encodeURIComponent(query)}`)).json();
  expect([data.products.nodes.length, data.limits.pageLength]).toEqual([3, 3]);
});
