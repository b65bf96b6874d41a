/** (f): reads of parents by Zipf's law, one write in twenty, and a release made current every few seconds by another process. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered, LoadRequest, LoadResult } from '../load/load-job.ts';
import { measure } from '../load/measure.ts';
import { type Percentiles, percentilesOf } from '../load/percentiles.ts';
import { runCommand } from '../servers/command.ts';
import { contestants } from '../servers/contestants.ts';
import type { StoreEnvironment } from '../servers/gateway.ts';
import { importRecords } from './dataset.ts';
import { type Asked, askText } from './http-ask.ts';
import type { Publishing } from './options.ts';
import type { RoundOptions } from './read-rounds.ts';
import { type Reference, writeAnswers } from './reference.ts';
import { environmentOf, type GatewayName, subscribeRequest, writerHeaders } from './write-rounds.ts';
import { createRandom, zipf } from './zipf.ts';

export interface MixOptions extends Pick<RoundOptions, 'servers' | 'stage' | 'tell'> {
  /** A read of each parent. */
  readonly reads: readonly Asked[];
  /** Of the first release, and of the second one. */
  readonly recordsFiles: readonly [string, string];
  readonly connections: number;
  readonly ms: number;
  readonly publishEveryMs: number;
  readonly publish: Publishing;
}

export interface MeasuredMix {
  readonly name: GatewayName;
  readonly connections: number;
  readonly publications: number;
  readonly result: LoadResult;
  readonly reads: Percentiles;
  readonly writes: Percentiles;
  /** Of the answers in the first and in the second second after a publication, before it while its command ran, and of all others. */
  readonly firstSecond: Percentiles;
  readonly secondSecond: Percentiles;
  readonly publishing: Percentiles;
  readonly others: Percentiles;
  /** F2, with the same reads, and neither writes nor publications. */
  readonly bare: LoadResult;
}

/** Milliseconds since 1970. */
interface PublicationTimes {
  readonly begunAt: number;
  readonly publishedAt: number;
}

const writeShare = 0.05;

/** A gateway answers from a release that another process published within a second, and some. */
const seenWithinMs = 2000;

export async function runMix(name: GatewayName, options: MixOptions): Promise<MeasuredMix> {
  const { servers, stage, reads, recordsFiles, connections, ms, publishEveryMs, tell } = options;
  const environment = environmentOf(stage, name);
  if (options.publish !== 'import' && (await listReleases(environment)).length < 2) {
    tell(`(f) importing a second release: ${name}`);
    await importRecords(environment, recordsFiles[1]);
  }
  tell(`(f) the mix: ${name}, ${connections} connections, ${ms / 1000} s`);
  const { port, pid } = servers.get(name);
  const answers = await answersOfReleases(port, environment, options);
  const references = reads.map((asked, place): Reference => ({ asked, text: answers[0]?.[place] ?? '' }));
  const requests = [
    ...reads.map((asked, place): LoadRequest => {
      const texts = answers.map((ofRelease) => ofRelease[place] ?? '');
      return { body: JSON.stringify(asked), expected: { kind: 'either', texts } };
    }),
    subscribeRequest,
  ];
  const write = reads.length;
  const sequence = zipfSequence(reads.length, write);
  const stop = new AbortController();
  const publications = publishAgainAndAgain(environment, options, stop.signal);
  const job = {
    ...{
      port,
      pid,
      path: '/graphql',
      headers: await writerHeaders(stage, name),
      connections,
      withTimeline: true,
      requests,
    },
    warmUp: { sequence, ms: publishEveryMs / 2 },
    measured: { sequence, ms },
  };
  const result = await measure(job, stage.folder);
  stop.abort();
  const times = await publications;
  const { timeline } = result;
  /** In milliseconds; infinite before the first publication. */
  const age = ({ endedAt }: Answered) =>
    times.reduce(
      (least, { publishedAt }) => (endedAt < publishedAt ? least : Math.min(least, endedAt - publishedAt)),
      Number.POSITIVE_INFINITY,
    );
  const isPublishing = ({ endedAt }: Answered) =>
    times.some(({ begunAt, publishedAt }) => begunAt <= endedAt && endedAt < publishedAt);
  const of = (isWanted: (answered: Answered) => boolean) =>
    percentilesOf(timeline.filter(isWanted).map((one) => one.ms));
  return {
    ...{ name, connections, result: { ...result, timeline: [] } },
    publications: times.length,
    reads: of(({ place }) => place !== write),
    writes: of(({ place }) => place === write),
    firstSecond: of((answered) => age(answered) < 1000),
    secondSecond: of((answered) => age(answered) >= 1000 && age(answered) < 2000),
    publishing: of((answered) => age(answered) >= 2000 && isPublishing(answered)),
    others: of((answered) => age(answered) >= 2000 && !isPublishing(answered)),
    bare: await runBare(
      options,
      references,
      sequence.filter((place) => place !== write),
    ),
  };

  async function publishAgainAndAgain(store: StoreEnvironment, { publish }: MixOptions, signal: AbortSignal) {
    const releases = await listReleases(store);
    const moments: PublicationTimes[] = [];
    for (let turn = 0; !signal.aborted; turn += 1) {
      const next = sleep(publishEveryMs);
      const release = releases[(turn + 1) % 2] ?? '';
      const begunAt = Date.now();
      if (publish === 'import') await importRecords(store, recordsFiles[0]);
      else await runCommand('src/cli/releases.ts', ['make-current', release], store);
      moments.push({ begunAt, publishedAt: Date.now() });
      await next;
    }
    return moments;
  }
}

async function runBare(
  { stage, connections, ms, tell }: MixOptions,
  references: readonly Reference[],
  sequence: readonly number[],
): Promise<LoadResult> {
  tell(`(f) the same reads: F2, ${connections} connections`);
  const answersFile = join(stage.folder, 'answers-of-the-mix.json');
  await writeAnswers(new Map([['f', { warmUp: [], asked: references }]]), answersFile);
  const { port, pid, stop } = await contestants.F2.start({ ...stage, answersFile });
  try {
    const requests = references.map(toRead);
    const job = { port, pid, path: '/f', headers: {}, connections, withTimeline: false, requests };
    const times = { warmUp: { sequence, ms: ms / 12 }, measured: { sequence, ms: ms / 3 } };
    return await measure({ ...job, ...times }, stage.folder);
  } finally {
    await stop();
  }
}

function toRead({ asked, text }: Reference): LoadRequest {
  return { body: JSON.stringify(asked), expected: { kind: 'whole', text } };
}

/** What the gateway answers to each read; with releases that differ, of one after the other, the current one last. */
async function answersOfReleases(
  port: number,
  store: StoreEnvironment,
  { reads, publish }: MixOptions,
): Promise<string[][]> {
  const answersNow = async () => {
    const texts: string[] = [];
    for (const asked of reads) texts.push(await askText(`http://127.0.0.1:${port}/graphql`, asked));
    return texts;
  };
  if (publish !== 'change') return [await answersNow()];
  const answers: string[][] = [];
  for (const release of (await listReleases(store)).slice(0, 2).toReversed()) {
    await runCommand('src/cli/releases.ts', ['make-current', release, '--at-once'], store);
    await sleep(seenWithinMs);
    answers.push(await answersNow());
  }
  return answers;
}

/** The ids of those that can be made current; first the one that is. */
async function listReleases(store: StoreEnvironment): Promise<string[]> {
  const text = await runCommand('src/cli/releases.ts', ['list', '--json'], store);
  const releases = JSON.parse(text) as readonly {
    readonly id: string;
    readonly isCurrent: boolean;
    readonly isRetired: boolean;
  }[];
  const sorted = releases.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return sorted.flatMap(({ id, isRetired }) => (isRetired ? [] : id));
}

/** Places of requests: the n-th parent as often as 1/n, and a write now and then. The same sequence each time. */
function zipfSequence(parents: number, write: number): number[] {
  const random = createRandom(20_261_121);
  const drawParent = zipf(parents, random);
  return Array.from({ length: 65_536 }, () => (random() < writeShare ? write : drawParent()));
}
