/** Every statement of the contract, on the faces that show it, of the demo store and of imported records, on both engines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';
import { formatTable } from './format-table.ts';
import { importedRecords } from './imported-store.ts';
import { facesOf } from './statement.ts';
import { topics } from './topics.ts';
import { createWorld, type World, worldNames } from './world.ts';

it('the table of them is what the code says', () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'contract.md');
  expect(readFileSync(file, 'utf8'), 'Run `npm run contract`.').toBe(formatTable(topics));
});

it('each is said once, and there are at least 350', () => {
  const said = topics.flatMap(({ statements }) => statements.map(({ says }) => says));
  expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
  expect(said.length).toBeGreaterThanOrEqual(350);
});

describeEachEngine('contract', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  const worlds = new Map<string, World>();
  beforeAll(async () => {
    await importRecords(gateway.stores, importedRecords);
    gateway.forget();
    for (const name of worldNames) worlds.set(name, createWorld(name, gateway));
  });

  describe.each(worldNames)('%s store', (name) => {
    for (const { title, statements } of topics) {
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

  it('no statement ends in a bug', () => expect(gateway.bugs).toEqual([]));
});
