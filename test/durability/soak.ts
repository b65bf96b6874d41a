/**
 * `npm run test:soak [-- --minutes 30 --engine sqlite|postgres|both --rate 100]`: the real program under a mixed load with errors, slow
 * clients and publishes. Rounds of load and calm; what the process still holds in the calm must not grow, the event loop must not be late under
 * load, and every answer must be one that is expected.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSoakClient, type SoakClient } from './soak-client.ts';
import { createDisturbances } from './soak-disturbances.ts';
import { type SoakEngine, type SoakGateway, startSoakGateway } from './soak-gateway.ts';
import { type LoadTally, runLoad } from './soak-load.ts';
import { createReads, readEverything } from './soak-reads.ts';
import { formatRounds, listFaults, type SoakRound, tableHead } from './soak-verdict.ts';
import { createWrites } from './soak-writes.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'both' },
    rate: { type: 'string', default: '100' },
  },
});
const minutes = Number(values.minutes);
const engines: readonly SoakEngine[] =
  values.engine === 'both' ? ['sqlite', 'postgres'] : [values.engine as SoakEngine];
if (!(minutes > 0) || !(Number(values.rate) > 0) || !engines.every((name) => /^(sqlite|postgres)$/.test(name)))
  throw new Error('Usage: --minutes <number> --engine sqlite|postgres|both --rate <requests a second>');

const rounds = minutes >= 10 ? 6 : 4;
const roundSeconds = (minutes * 60) / rounds;
/** Longer than the time after which the gateway closes connections to the database that it does not need. */
const calmSeconds = minutes >= 10 ? 30 : 12;
/** More than the gateway keeps products of. */
const releasesReadBefore = 10;
const publishSeconds = Math.min(60, roundSeconds / 4);

const results = await Promise.all(engines.map(soak));
process.stdout.write(tableHead + results.map(({ table }) => table).join(''));
const faults = results.flatMap(({ engine, faults }) => faults.map((fault) => `${engine}: ${fault}\n`));
process.stdout.write(`\n${faults.join('') || 'Nothing grew, nothing leaked, nothing unexpected was answered.\n'}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function soak(engine: SoakEngine): Promise<{ engine: SoakEngine; table: string; faults: string[] }> {
  const gateway = await startSoakGateway(engine);
  const tally: LoadTally = { asked: 0, unexpected: new Map() };
  const done: SoakRound[] = [];
  const client = createSoakClient(gateway.program.url);
  const actions = {
    ...(await createReads(client)),
    ...createWrites(client, gateway.program.token),
    ...createDisturbances(client),
  };
  try {
    await fillCaches(gateway, client);
    await gateway.sample();
    for (let round = 1; round <= rounds; round += 1) {
      const askedBefore = tally.asked;
      const seconds = roundSeconds - calmSeconds;
      const load = runLoad({ actions, perSecond: Number(values.rate), seconds }, tally);
      await Promise.all([load, publishWhile(load, gateway)]);
      const { delayMs } = await gateway.sample();
      client.close();
      await sleep(calmSeconds * 1000);
      done.push({ asked: tally.asked - askedBefore, delayMs, calm: await gateway.sample() });
      process.stderr.write(formatRounds(engine, done.slice(-1)).replace(/\| 1 /, `| ${round} `));
      process.stderr.write(`${JSON.stringify(done.at(-1)?.calm.handles)}\n`);
    }
  } finally {
    client.close();
  }
  const code = await gateway.stop();
  const faults = listFaults(done);
  for (const [fault, count] of tally.unexpected) faults.push(`Not expected, ${count} times: ${fault}`);
  if (code !== 0) faults.push(`The gateway ended with ${code}.`);
  if (gateway.program.output().includes('"level":50'))
    faults.push(`An error was logged. ${gateway.program.output().slice(-3000)}`);
  return { engine, table: formatRounds(engine, done), faults };
}

async function fillCaches(gateway: SoakGateway, client: SoakClient): Promise<void> {
  for (let release = 0; release < releasesReadBefore; release += 1) {
    await gateway.publish();
    await sleep(1500);
    await readEverything(client);
  }
}

async function publishWhile(load: Promise<void>, gateway: SoakGateway): Promise<void> {
  let isOver = false;
  const over = load.finally(() => {
    isOver = true;
  });
  for (;;) {
    await Promise.race([over, sleep(publishSeconds * 1000, undefined, { ref: false })]);
    if (isOver) return;
    await gateway.publish();
  }
}
