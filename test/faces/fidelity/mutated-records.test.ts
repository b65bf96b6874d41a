/**
 * A record that is broken in one place is refused, with its file, its number and the place; or it is taken, and then both faces read it.
 * Nothing else comes of it, and no fault of the gateway's.
 */
import { expect, it } from 'vitest';
import type { ImportReport } from '../../../src/importer/import-files.ts';
import { createRandom } from '../../attacks/search/random.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords, importReport } from '../../support/import-records.ts';
import { openRestGateway, type RestGateway } from '../../support/rest-gateway.ts';
import { runs } from '../../support/runs.ts';
import { catalogId, channel, completeRecords, copyOf, templates } from './complete-records.ts';
import { type MutatedRecord, mutateRecord } from './mutate-record.ts';
import type { Json } from './random-store.ts';
import { catalogPath, createReading } from './read-everything.ts';

const count = Number(process.env.FIDELITY_RUNS ?? runs(250, 1000));
const seed = Number(process.env.FIDELITY_SEED ?? 1);
const batchSize = 250;

describeEachEngine('a record that is broken in one place', (open, engine) => {
  it(
    'is refused with its place, or read by both faces',
    async () => {
      const gateway = await openRestGateway(open, 'tables');
      const random = createRandom(seed);
      const tally = { refused: 0, read: 0, hidden: 0 };
      const wrong: string[] = [];
      try {
        for (let first = 0; first < count; first += batchSize) {
          const mutated = Array.from({ length: Math.min(batchSize, count - first) }, (_, index) =>
            mutateRecord(copyOf(random.pick(templates), first + index + 1), random),
          );
          const records = [...completeRecords, ...mutated.map(({ record }) => record)];
          const options = { isKeepingGoing: true, catalogId, keptReleases: 1 };
          const report = await importReport(gateway.stores, records, options);
          expect(report.isPublished, report.faults[0]?.message).toBe(true);
          gateway.forget();
          const refused = placesOf(report);
          expect([...refused.keys()].filter((place) => place <= completeRecords.length)).toEqual([]);
          const taken = mutated.filter((_, index) => !refused.has(completeRecords.length + index + 1));
          tally.refused += mutated.length - taken.length;
          await openOtherCatalogs(gateway, taken);
          for (const one of taken) {
            const what = await readTaken(gateway, one.record).catch((error: Error) => {
              wrong.push(`${one.record.type} ${one.path}: ${one.change}: ${error.message.slice(0, 1000)}`);
            });
            if (what) tally[what] += 1;
          }
          expect(wrong).toEqual([]);
          expect(gateway.bugs).toEqual([]);
          if (process.env.FIDELITY_RUNS) process.stdout.write(`${engine}: ${JSON.stringify(tally)}\n`);
        }
      } finally {
        await gateway.drop();
      }
    },
    60_000 + count * 200,
  );
});

/** The numbers of the records that are refused, each of whose faults says where it is. */
function placesOf({ faults, faultCount }: ImportReport): Set<number> {
  expect(faults.length).toBe(faultCount);
  for (const fault of faults) {
    expect(fault).toMatchObject({
      path: expect.stringMatching(/./),
      message: expect.stringMatching(/^[A-Z'].*\.$/s),
      place: { file: 'standard input' },
    });
  }
  return new Set(faults.map(({ place }) => place.record));
}

const catalogOf = ({ type, meta }: Json): string =>
  ((type === 'product' || type === 'node') && meta?.catalog_id) || catalogId;

/** A product or node that names another catalog is in one: it has a channel that is called as the catalog is. */
async function openOtherCatalogs({ stores, forget }: RestGateway, taken: readonly MutatedRecord[]): Promise<void> {
  const others = new Set(taken.map(({ record }) => catalogOf(record)).filter((id) => id !== catalogId));
  const rules = [...others].map((id) => ({
    type: 'catalog_rule',
    id: `rule of ${id}`,
    attributes: { name: 'Another', catalog_id: id, channels: [channelOf(id)], schedules: [{ valid_from: longAgo }] },
  }));
  if (rules.length > 0) await importRecords(stores, rules);
  forget();
}

/** Of two criteria, so that no broken rule fits better. */
const longAgo = '2000-01-01T00:00:00.000Z';

/** One that a header can hold. */
const channelOf = (catalog: string) =>
  catalog === catalogId ? channel : Buffer.from(catalog).toString('hex').slice(0, 60);

/** `hidden`: a draft, or a record that no answer shows. */
async function readTaken(gateway: RestGateway, record: Json): Promise<'read' | 'hidden'> {
  const reading = createReading(gateway, channelOf(catalogOf(record)));
  if (record.type !== 'product' || record.attributes.status !== 'draft') {
    return (await reading.record(record)) ? 'read' : 'hidden';
  }
  await reading.rest(`${catalogPath}/products/${encodeURIComponent(record.id)}`, [404]);
  return 'hidden';
}
