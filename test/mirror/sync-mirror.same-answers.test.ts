/** A gateway that mirrors another one answers as that does: every golden query, and every statement of the contract about the catalog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedRecords } from '../contract/imported-store.ts';
import { facesOf } from '../contract/statement.ts';
import { topics } from '../contract/topics.ts';
import { createWorld, type World, worldNames } from '../contract/world.ts';
import { goldenVariables as goldens } from '../faces/graphql/golden-variables.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { platformOf, syncStores } from '../support/mirrored.ts';
import { openRestGateway, type RestGateway } from '../support/rest-gateway.ts';

const folder = join(import.meta.dirname, '..', 'faces', 'graphql', 'golden');
/** What is mirrored; all else stays on the platform. */
const catalogTopics = topics.filter(({ file }) => /^(product-fields|catalog-lists|nodes|releases)\.ts$/.test(file));

describeEachEngine('a mirror', (open) => {
  let platform: RestGateway;
  let mirror: RestGateway;
  const worlds = new Map<string, World>();
  beforeAll(async () => {
    platform = await openRestGateway(open);
    await importRecords(platform.stores, importedRecords);
    platform.forget();
    mirror = await openRestGateway(open, 'tables');
    await syncStores(mirror.stores, platformOf(platform));
    mirror.forget();
    for (const name of worldNames) worlds.set(name, createWorld(name, mirror));
  });
  afterAll(async () => {
    await platform.drop();
    await mirror.drop();
  });

  describe('answers the golden query', () => {
    it.each(Object.keys(goldens).filter((name) => name !== 'application-key'))('%s', async (name) => {
      const query = readFileSync(join(folder, `${name}.graphql`), 'utf8');
      const now = new Date();
      const ask = (gateway: RestGateway) => gateway.ask(query, goldens[name] ?? {}, { now });
      const [own, mirrored] = [await ask(platform), await ask(mirror)];
      const told = ({ data, errors }: typeof own) =>
        JSON.stringify([data, errors.map(({ message }) => message)], null, 1);
      expect(told(mirrored)).toBe(told(own));
    });
  });

  describe.each(worldNames)('%s store', (name) => {
    for (const { title, statements } of catalogTopics) {
      describe(title, () => {
        for (const statement of statements) {
          for (const face of facesOf(statement)) {
            it(`${statement.says} [${face}]`, async () => {
              await statement[face]?.(worlds.get(name) as World);
            });
          }
        }
      });
    }
  });

  it('shows every product as the platform does, byte for byte', async () => {
    for (const channel of ['', 'mobile', 'imported-channel']) {
      for (const language of ['', 'de', 'fr-CH']) {
        const headers = { 'EP-Channel': channel, 'Accept-Language': language };
        for (let offset = 0; offset < 1000; offset += 100) {
          const path = `/v2/pcm/catalog/products?page[limit]=100&page[offset]=${offset}&include=files,main_images`;
          const [own, mirrored] = [
            await platform.rest('GET', path, { headers }),
            await mirror.rest('GET', path, { headers }),
          ];
          expect(mirrored.text).toBe(own.text);
        }
      }
    }
  });

  it('no answer is a bug', () => expect([...platform.bugs, ...mirror.bugs]).toEqual([]));
});
