/**
 * The gateway beside its peers: `npm run bench -- --help`. Ratios within one run, servers and load generator on separate cores,
 * every answer compared. Prints Markdown.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnPostgresServer } from '../test/support/postgres-server.ts';
import { moveTo } from './load/pinning.ts';
import type { Stage } from './servers/contestants.ts';
import { startGateway } from './servers/gateway.ts';
import { installPeers } from './servers/install-peers.ts';
import { createServers } from './servers/servers.ts';
import { dearerRecords, loadStore, prepareDataset } from './speed/dataset.ts';
import { describeRun } from './speed/describe-run.ts';
import { readParents } from './speed/graph-file.ts';
import { hundredOf, loads, type ReadLoad } from './speed/loads.ts';
import { type MeasuredMix, runMix } from './speed/mix.ts';
import { readOptions } from './speed/options.ts';
import { type Measured, runRounds } from './speed/read-rounds.ts';
import { askReferences, writeAnswers } from './speed/reference.ts';
import { readTables, startTable } from './speed/report.ts';
import { shopperTables } from './speed/report-of-shoppers.ts';
import { mixTables, writeTables } from './speed/report-of-writes.ts';
import { type Requests, toRequests } from './speed/requests.ts';
import { runShoppers } from './speed/shoppers.ts';
import { targetTable } from './speed/targets.ts';
import { runWriteRounds } from './speed/write-rounds.ts';

// Servers that were started end with this process, and a default signal would not tell it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptions(process.argv.slice(2));
const tell = (text: string) => void process.stderr.write(`${text}\n`);
const readLoads = options.loads.filter((load): load is ReadLoad => load in loads);
if (options.servers.some((name) => /^P\d/.test(name))) installPeers();
const dataset = await prepareDataset(options.parents, tell);
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-run-'));
const postgres = options.servers.some((name) => ['gateway-pg', 'P5'].includes(name))
  ? await startOwnPostgresServer()
  : null;
const stage: Stage = {
  graphFile: dataset.graphFile,
  answersFile: join(folder, 'answers.json'),
  dataDirectory: join(folder, 'data'),
  databaseUrl: postgres?.url ?? null,
  folder,
};
const servers = createServers(stage);
try {
  await cp(dataset.dataDirectory, stage.dataDirectory, { recursive: true });
  if (postgres) {
    tell('importing into PostgreSQL');
    moveTo('database', postgres.pid);
    await loadStore({ DATABASE_URL: postgres.url }, dataset.recordsFile);
  }
  const parents = await readParents(dataset);
  tell('asking the gateway for the answers that all are held to');
  const source = await startGateway({ DATA_DIR: stage.dataDirectory });
  const references = await askReferences(`http://127.0.0.1:${source.port}/graphql`, parents, readLoads);
  await source.stop();
  await writeAnswers(references, stage.answersFile);
  for (const name of options.servers) {
    tell(`starting ${name}`);
    await servers.start(name);
  }
  const roundOptions = { ...options, names: options.servers, stage, servers, tell };
  const requests = new Map<ReadLoad, Requests>();
  for (const [load, reference] of references) requests.set(load, await toRequests(load, reference, roundOptions));
  const measured: Measured[] = [];
  for (const [load, reference] of references) {
    const found = await runRounds(load, reference, requests.get(load) ?? new Map(), roundOptions);
    // A run takes an hour: what is known already is shown already.
    tell(readTables(found).join('\n'));
    measured.push(...found);
  }
  const gateways = (['gateway', 'gateway-pg'] as const).filter((name) => options.servers.includes(name));
  const writes = options.loads.includes('e') ? await runWriteRounds(gateways, roundOptions) : [];
  const mixes: MeasuredMix[] = [];
  for (const name of options.loads.includes('f') ? gateways : []) {
    for (const connections of options.connections) {
      const reads = parents.slice(0, 1000).map(hundredOf);
      const second = options.publish === 'change' ? await dearerRecords(dataset, options.parents) : dataset.recordsFile;
      const recordsFiles = [dataset.recordsFile, second] as const;
      mixes.push(
        await runMix(name, { ...options, servers, stage, tell, reads, recordsFiles, connections, ms: options.mixMs }),
      );
    }
  }
  const shoppers = options.loads.includes('g') ? await runShoppers({ ...roundOptions, parents }) : [];
  const text = [
    ...describeRun(options, postgres?.description ?? null),
    ...targetTable({ reads: measured, writes, mixes, shoppers, starts: servers.starts }),
    ...readTables(measured),
    ...writeTables(writes),
    ...mixTables(mixes, `Published by ${options.publish}, every ${options.publishEveryMs / 1000} s.`),
    ...shopperTables(shoppers),
    ...startTable(servers.starts),
  ].join('\n');
  process.stdout.write(`${text}\n`);
} finally {
  await servers.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
