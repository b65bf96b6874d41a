/**
 * What every server of the benchmark holds: parents with 100 live children each, made from names, so the same on every machine.
 * The gateway imports them as any store does; the peers keep in memory what the gateway answers about them. Both are kept in the
 * folder for temporary files, under a digest of what they are made from: the first run takes minutes, the next ones none.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CatalogPlan, catalogPlans } from '../../src/demo/catalog-plans.ts';
import { parentSpecs } from '../../src/demo/catalog-products.ts';
import { generateDemoStore } from '../../src/demo/demo-store.ts';
import { type Axis, combinations, familyRecords } from '../../src/demo/families.ts';
import { formatExactJson } from '../../src/domain/input/exact-json.ts';
import { root, runCommand } from '../servers/command.ts';
import type { StoreEnvironment } from '../servers/gateway.ts';
import { writeGraphFile } from './graph-file.ts';

const childrenOfParent = 100;

export interface Dataset {
  /** What `npm run import` reads. */
  readonly recordsFile: string;
  /** A parent a line, with its children, in the shape of the graph. */
  readonly graphFile: string;
  /** An embedded database with a release of it; to be copied before anything is written. */
  readonly dataDirectory: string;
}

export async function prepareDataset(parents: number, tell: (text: string) => void): Promise<Dataset> {
  const folder = join(tmpdir(), `gateway-bench-data-${await digestOf(parents)}`);
  const dataset = {
    recordsFile: join(folder, 'records.ndjson'),
    graphFile: join(folder, 'graph.ndjson'),
    dataDirectory: join(folder, 'data'),
  };
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return dataset;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o755 });
  tell(`generating ${parents} parents with ${childrenOfParent} children each, in ${folder}`);
  await pipeline(Readable.from(linesOf(parents)), createWriteStream(dataset.recordsFile));
  tell('importing them into the embedded database');
  await loadStore({ DATA_DIR: dataset.dataDirectory }, dataset.recordsFile);
  tell('asking for everything, for the peers to hold');
  await writeGraphFile(dataset);
  await writeFile(complete, '');
  return dataset;
}

/** The same products at other prices, so that each page of children differs: for `npm run import`, made when it is not there. */
export async function dearerRecords({ recordsFile }: Dataset, parents: number): Promise<string> {
  const file = join(dirname(recordsFile), 'dearer.ndjson');
  const unfinished = `${file}.unfinished`;
  if (!existsSync(file)) {
    await pipeline(Readable.from(linesOf(parents, { pricePercent: 110 })), createWriteStream(unfinished));
    await rename(unfinished, file);
  }
  return file;
}

/** As an operator does it: a release, and an application key that may write. */
export async function loadStore(environment: StoreEnvironment, recordsFile: string): Promise<void> {
  await importRecords(environment, recordsFile);
  await runCommand('src/cli/create-key.ts', ['--name', 'Benchmark', '--client-id', 'bench'], environment);
}

export async function importRecords(environment: StoreEnvironment, recordsFile: string): Promise<void> {
  await runCommand('src/cli/import.ts', [recordsFile], environment);
}

const madeFrom = [
  'schema.graphql',
  'src/{demo,domain,importer,storage}/**/*.ts',
  'test/support/costly-queries.ts',
  'bench/speed/{dataset,graph-file}.ts',
];

async function digestOf(parents: number): Promise<string> {
  const files = globSync(madeFrom, { cwd: root }).sort();
  const hash = createHash('sha256').update(`${parents}`);
  for (const file of files) hash.update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

function* linesOf(parents: number, changes: Partial<CatalogPlan> = {}): Generator<string> {
  const plan = { ...catalogPlans.main, ...changes };
  const { catalogs, offerings, plans } = generateDemoStore({ products: 100 });
  for (const { catalog, nodes } of catalogs) {
    yield line(catalog);
    for (const node of nodes) yield line({ ...node, meta: { ...node.meta, catalog_id: catalog.id } });
  }
  for (const record of [...offerings, ...plans]) yield line(record);
  const axes = [toAxis('Size'), toAxis('Colour')];
  const cells = combinations(axes);
  for (let index = 0; index < parents; index += 1) {
    const cloth = parentSpecs[index % parentSpecs.length];
    if (!cloth) throw new Error('The demo store has no parents.');
    const spec = { ...cloth, key: `bench-${index}`, name: `${cloth.name} No. ${index}` };
    for (const record of familyRecords({ spec, axes, cells, isDraft: () => false }, plan)) {
      // The demo store has drafts, and this one none.
      yield line({ ...record, attributes: { ...record.attributes, status: 'live' } });
    }
  }
}

function line(record: object): string {
  return `${formatExactJson(record)}\n`;
}

/** Two of them have as many combinations as a parent has children. */
function toAxis(name: string): Axis {
  const options = Array.from({ length: Math.sqrt(childrenOfParent) }, (_, at) => {
    return { key: `${name[0]?.toLowerCase()}${at + 1}`, name: `${name} ${at + 1}`, text: `${name} number ${at + 1}` };
  });
  return { key: `bench/${name}`, name, options };
}
