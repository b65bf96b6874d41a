/**
 * Looks for the request that takes most: tries what the schema allows at random, and goes on from whatever took most time or memory,
 * also for the cost that it declares. Refused requests count like accepted ones.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { schema } from '../../../src/graphql/schema/schema.ts';
import type { AttackedStore } from '../attacked-store.ts';
import { bounds } from '../judge.ts';
import { type Archive, createArchive } from './archive.ts';
import type { Candidate } from './candidate.ts';
import type { Corpus } from './corpus.ts';
import { gatherMaterial } from './material.ts';
import { measureCandidate, type Taken } from './measure-candidate.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';
import { randomCandidate } from './random-candidate.ts';
import type { DocumentSource } from './random-document.ts';
import { startWatchedGateway } from './watched-gateway.ts';

export interface SearchOptions {
  readonly store: AttackedStore;
  readonly seconds: number;
  readonly seed: number;
  /** What earlier searches have found. */
  readonly corpus: Corpus;
  readonly onProgress: (text: string) => void;
}

/** Of all searches together. */
export interface Found extends Corpus {
  readonly archive: Archive;
}

/** What is beyond this is measured again, by a gateway that has done nothing yet. */
const suspicion = 0.8;
/** A heap that has grown hides the next request's growth: then the process is replaced. */
const grownHeapBytes = 60_000_000;

export async function search({ store, seconds, seed, corpus, onProgress }: SearchOptions): Promise<Found> {
  const archive = createArchive(corpus.worst);
  const beyond = [...corpus.beyond];
  const bugs = [...corpus.bugs];
  let gateway = await startWatchedGateway(store);
  const material = await gatherMaterial(gateway);
  // Fresh requests are the same for a seed, whatever is measured meanwhile; mutations start from what was measured.
  const fresh: DocumentSource = { schema, material, random: createRandom(seed + 2 * corpus.runs) };
  const mutations: DocumentSource = { schema, material, random: createRandom(seed + 2 * corpus.runs + 1) };
  let { tried } = corpus;

  async function replaceGateway(): Promise<void> {
    await gateway.stop('SIGKILL');
    gateway = await startWatchedGateway(store);
    await measureCandidate(ordinary, gateway);
  }

  async function tryOn(candidate: Candidate): Promise<Taken | null> {
    return measureCandidate(candidate, gateway).catch(async (error: Error) => {
      const isAlive = gateway.isAlive();
      await replaceGateway();
      return isAlive ? brokenBy(error) : death;
    });
  }

  /** The least of three, each on a new process. */
  async function tryAgain(candidate: Candidate, first: Taken): Promise<Taken> {
    let least = first;
    for (let turn = 0; turn < 2 && isSuspect(least); turn += 1) {
      await replaceGateway();
      const again = await tryOn(candidate);
      if (again && share(again) < share(least)) least = again;
    }
    return least;
  }

  const end = performance.now() + seconds * 1000;
  let spoken = performance.now();
  while (performance.now() < end) {
    const isFresh = archive.isEmpty() || mutations.random.chance(0.25);
    const candidate = isFresh ? randomCandidate(fresh) : mutateOften(archive, mutations);
    const first = await tryOn(candidate);
    tried += 1;
    if (first === null) continue;
    const taken = isSuspect(first) ? await tryAgain(candidate, first) : first;
    const found = { candidate, taken };
    archive.add(found);
    if (share(taken) > 1) beyond.push(found);
    if (/INTERNAL|^5(?!03)/.test(taken.summary)) bugs.push(found);
    if (first.grownBytes > grownHeapBytes) await replaceGateway();
    if (taken.summary.startsWith('429')) await sleep(1000);
    if (performance.now() - spoken > 30_000) {
      spoken = performance.now();
      onProgress(`${tried} requests; the worst took ${describeWorst(archive)}; ${beyond.length} beyond a bound.`);
    }
  }
  await gateway.stop('SIGKILL');
  const sums = { runs: corpus.runs + 1, tried, seconds: corpus.seconds + seconds };
  return { archive, ...sums, worst: archive.all(), beyond, bugs };
}

/** A step, and sometimes several. */
function mutateOften(archive: Archive, source: DocumentSource): Candidate {
  let { candidate } = archive.pick(source.random);
  const steps = source.random.pick([1, 1, 2, 4]);
  for (let step = 0; step < steps; step += 1)
    candidate = mutate(candidate, archive.pick(source.random).candidate, source);
  return candidate;
}

/** Of the bound that it comes closest to. */
function share({ blockMs, grownBytes }: Taken): number {
  return Math.max(blockMs / bounds.blockMs, grownBytes / bounds.grownBytes);
}

function isSuspect(taken: Taken): boolean {
  return share(taken) > suspicion;
}

function describeWorst(archive: Archive): string {
  const [block] = archive.list('block');
  const [memory] = archive.list('memory');
  return `${Math.round(block?.taken.blockMs ?? 0)} ms, ${Math.round((memory?.taken.grownBytes ?? 0) / 1e6)} MB`;
}

const nothing = { cpuMs: 0, cost: null, bytes: 0 } as const;
const death: Taken = { ...nothing, blockMs: 1e6, grownBytes: 1e12, summary: '5xx the process died' };

function brokenBy(error: Error): Taken {
  return { ...nothing, blockMs: 0, grownBytes: 0, summary: `broken: ${error.cause ?? error.message}` };
}

/** Code and connections that any running gateway has loaded. */
const ordinary: Candidate = {
  kind: 'rest',
  grant: null,
  accept: '*/*',
  repeats: 3,
  method: 'GET',
  path: '/v2/pcm/catalog/products',
  query: [['page[limit]', '100']],
  body: undefined,
};
