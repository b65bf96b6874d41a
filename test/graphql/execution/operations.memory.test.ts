import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heapBytes } from '../../support/collect-garbage.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';

const name = 'OperationOfTheShop';

let directory: string;
let app: RunningApp;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const manifest = join(directory, 'documents.json');
  await writeFile(manifest, JSON.stringify({ shop: `query ${name} { __typename }` }));
  app = await startApp({ TRUSTED_DOCUMENTS: manifest });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

it('a cached response keeps no document whose operation is called as one of the trusted ones', async () => {
  // As many as the caches of documents hold.
  for (let number = 0; number < 400; number += 1) await registerAndAsk(number);
  const before = heapBytes();
  for (let number = 400; number < 600; number += 1) await registerAndAsk(number);
  expect(heapBytes() - before).toBeLessThan(5_000_000);
  expect(app.countCached()).toBeGreaterThan(500);
});

async function registerAndAsk(number: number): Promise<void> {
  const query = `query ${name} { list${number}: products(first: 1) { totalCount } } #${'x'.repeat(60_000)}`;
  const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
  for (const sent of [{ query, extensions }, { extensions }, { extensions }, { extensions }]) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(sent) });
    expect(await response.json()).toMatchObject({ data: {} });
  }
}
