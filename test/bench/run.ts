/**
 * The gateway beside its peers: `npm run bench -- --help`. Ratios within one run, servers and load generator on separate cores,
 * every answer compared. Prints Markdown; `--write` keeps it in `test/bench/speed.md`.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { type ContestantName, contestants, type Stage } from './speed/contestants.ts';
import { loadStore, prepareDataset } from './speed/dataset.ts';
import { describeRun } from './speed/describe-run.ts';
import { startGateway } from './speed/gateway.ts';
import { readParents } from './speed/graph-file.ts';
import { loads, type ReadLoad } from './speed/loads.ts';
import { readOptions } from './speed/options.ts';
import { installPeers } from './speed/peers.ts';
import { moveTo } from './speed/pinning.ts';
import { runRounds } from './speed/read-rounds.ts';
import { askReferences, writeAnswers } from './speed/reference.ts';
import { readTables } from './speed/report.ts';
import type { ServerProcess } from './speed/server-process.ts';

const options = readOptions(process.argv.slice(2));
const tell = (text: string) => void process.stderr.write(`${text}\n`);
const readLoads = options.loads.filter((load): load is ReadLoad => load in loads);
if (options.servers.some((name) => /^P\d/.test(name))) installPeers();
const dataset = await prepareDataset(options.parents, tell);
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-run-'));
const servers = new Map<ContestantName, ServerProcess>();
const postgres = options.servers.some((name) => ['gateway-pg', 'P5'].includes(name))
  ? await startOwnPostgresServer()
  : null;
try {
  const stage: Stage = {
    graphFile: dataset.graphFile,
    answersFile: join(folder, 'answers.json'),
    dataDirectory: join(folder, 'data'),
    databaseUrl: postgres?.url ?? null,
  };
  await cp(dataset.dataDirectory, stage.dataDirectory, { recursive: true });
  if (postgres) {
    tell('importing into PostgreSQL');
    moveTo('database', postgres.pid);
    await loadStore({ DATABASE_URL: postgres.url }, dataset.recordsFile);
  }
  tell('asking the gateway for the answers that all are held to');
  const source = await startGateway({ DATA_DIR: stage.dataDirectory });
  const references = await askReferences(
    `http://127.0.0.1:${source.port}/graphql`,
    await readParents(dataset),
    readLoads,
  );
  await source.stop();
  await writeAnswers(references, stage.answersFile);
  for (const name of options.servers) {
    tell(`starting ${name}`);
    servers.set(name, await contestants[name].start(stage));
  }
  const measured = await runRounds(
    { ...options, names: options.servers, loads: readLoads, stage, folder, references, tell },
    servers,
  );
  const text = [...describeRun(options, postgres?.description ?? null), ...readTables(measured)].join('\n');
  process.stdout.write(`${text}\n`);
  if (options.write) await writeFile(join(import.meta.dirname, 'speed.md'), text);
} finally {
  for (const server of servers.values()) await server.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
