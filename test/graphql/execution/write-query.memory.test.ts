import { afterAll, beforeAll, expect, it } from 'vitest';
import { heapBytes } from '../../support/collect-garbage.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('what is kept of a document keeps no variables of the request that came first', async () => {
  for (let number = 0; number < 5; number += 1) await askTwice(number);
  const before = heapBytes();
  for (let number = 5; number < 30; number += 1) await askTwice(number);
  expect(heapBytes() - before).toBeLessThan(5_000_000);
});

async function askTwice(number: number): Promise<void> {
  const query = `query Named${number}($id: ID!) { node(id: $id) { id } }`;
  const body = JSON.stringify({ query, variables: { id: 'x'.repeat(500_000) } });
  for (const _ of ['seen', 'cached']) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  }
}
