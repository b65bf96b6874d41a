/**
 * A record that is broken in one place is refused, with its file, its number and the place; or it is taken, and then both faces read it.
 * Nothing else comes of it, and no fault of the gateway's.
 */
import { expect, it } from 'vitest';
import type { ImportReport } from '../../../src/importer/import-files.ts';
import { createRandom } from '../../attacks/search/random.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importReport } from '../../support/import-records.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { catalogId, channel, completeRecords, copyOf, templates } from './complete-records.ts';
import { mutateRecord } from './mutate-record.ts';
import type { Json } from './random-store.ts';
import { catalogPath, createReading } from './read-everything.ts';

const count = Number(process.env.FIDELITY_RUNS ?? 250);
const seed = Number(process.env.FIDELITY_SEED ?? 1);
const batchSize = 250;

describeEachEngine('a record that is broken in one place', (open, engine) => {
  it(
    'is refused with its place, or read by both faces',
    async () => {
      const gateway = await openRestGateway(open, 'tables');
      const random = createRandom(seed);
      const tally = { refused: 0, read: 0, hidden: 0 };
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
          const reading = createReading(gateway, channel);
          for (const [index, { record, path, change }] of mutated.entries()) {
            if (refused.has(completeRecords.length + index + 1)) tally.refused += 1;
            else if (isDraft(record)) tally.hidden += await hiddenDraft(reading, record);
            else if (await reading.record(record).catch(explain(`${record.type} ${path}: ${change}`))) tally.read += 1;
            else tally.hidden += 1;
          }
          expect(gateway.bugs).toEqual([]);
        }
        if (process.env.FIDELITY_RUNS) process.stdout.write(`${engine}: ${JSON.stringify(tally)}\n`);
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

const isDraft = ({ type, attributes }: Json) => type === 'product' && attributes.status === 'draft';

async function hiddenDraft(reading: ReturnType<typeof createReading>, { id }: Json): Promise<1> {
  await reading.rest(`${catalogPath}/products/${encodeURIComponent(id)}`, [404]);
  return 1;
}

const explain = (what: string) => (error: Error) => {
  throw new Error(`${what}\n${error.message.slice(0, 2000)}`, { cause: error });
};
