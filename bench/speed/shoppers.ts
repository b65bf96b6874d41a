/**
 * (g): shoppers of a real store. 5,000 of them, in three languages and currencies; parents by Zipf's law, pages of 100 children, a fifth of
 * them filtered by an option. Once without tokens, once with a token each, once with a token and an account each: what an account
 * costs the response cache is the difference.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { findFreePort } from '../../test/support/postgres-process.ts';
import type { LoadJob, LoadRequest, LoadResult } from '../load/load-job.ts';
import { measure } from '../load/measure.ts';
import { contestants } from '../servers/contestants.ts';
import { startGateway } from '../servers/gateway.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import type { ParentFacts } from './graph-file.ts';
import { type Asked, askText } from './http-ask.ts';
import { type Issuer, startIssuer } from './issuer.ts';
import { twelve } from './loads.ts';
import { inTurns, type RoundOptions } from './read-rounds.ts';
import { writeAnswers } from './reference.ts';
import { createRandom, zipf } from './zipf.ts';

const shopperNames = ['no token', 'a token each', 'a token each, with an account'] as const;
export type ShopperKind = (typeof shopperNames)[number];

export interface MeasuredShoppers {
  readonly name: ShopperKind | 'F2';
  readonly connections: number;
  readonly round: number;
  readonly result: LoadResult;
  /** Of the responses that were looked for in the cache, those to the requests before it that warmed it up included; NaN where there is none. */
  readonly hitRate: number;
}

export interface ShoppersOptions extends Omit<RoundOptions, 'servers'> {
  readonly parents: readonly ParentFacts[];
}

const shoppers = 5000;
/** Before anything is measured, to each gateway. */
const warmUpDraws = 8192;
/** In one measurement: all gateways get the same ones, since a hit rate says nothing beside that of another number of requests. */
const measuredDraws = 4096;
/** Each has as many answers as there are languages, currencies and filters: all of them are held in memory by F2. */
const maxParents = 100;
const languages = ['en', 'de', 'fr'];
const currencies = ['EUR', 'USD', 'GBP'];
const filteredShare = 0.2;
const query = `query($id: ID!, $currency: CurrencyCode!, $filter: ProductFilter) {
  childProducts(productId: $id, first: 100, filter: $filter) { totalCount nodes { ${twelve} now: price(currency: $currency) { money { formatted } } } } }`;

export async function runShoppers(options: ShoppersOptions): Promise<MeasuredShoppers[]> {
  const { stage, tell } = options;
  const issuer = await startIssuer(shoppers);
  const store = { DATA_DIR: stage.dataDirectory };
  const started: ServerProcess[] = [];
  const start = async (server: Promise<ServerProcess>) => {
    started.push(await server);
    return server;
  };
  try {
    const draws = warmUpDraws + options.connections.length * options.rounds * measuredDraws;
    const asked = drawRequests(options.parents.slice(0, maxParents), draws);
    tell('(g) asking for the answers of all shoppers');
    const source = await startGateway(store);
    const texts = await askEach(source, asked);
    await source.stop();
    const answersFile = join(stage.folder, 'answers-of-shoppers.json');
    await writeAnswers(new Map([['g', { warmUp: [], asked: [...texts].map(toReference) }]]), answersFile);
    const servers = new Map<MeasuredShoppers['name'], Measurable>();
    servers.set('F2', { server: await start(contestants.F2.start({ ...stage, answersFile })), metricsPort: null });
    for (const name of shopperNames) {
      const metricsPort = await findFreePort();
      const server = await start(startGateway({ ...store, ...issuer.settings, METRICS_PORT: String(metricsPort) }));
      servers.set(name, { server, metricsPort });
    }
    return await measureAll(options, { servers, asked, texts, issuer });
  } finally {
    for (const server of started) await server.stop();
    await issuer.stop();
  }
}

interface Measurable {
  readonly server: ServerProcess;
  readonly metricsPort: number | null;
}

interface Measuring {
  readonly servers: ReadonlyMap<MeasuredShoppers['name'], Measurable>;
  readonly asked: readonly ShopperRequest[];
  readonly texts: ReadonlyMap<string, string>;
  readonly issuer: Issuer;
}

async function measureAll(
  { stage, connections: all, rounds, tell }: ShoppersOptions,
  { servers, asked, texts, issuer }: Measuring,
): Promise<MeasuredShoppers[]> {
  const measured: MeasuredShoppers[] = [];
  let from = 0;
  for (const connections of all) {
    for (let round = 0; round < rounds; round += 1) {
      tell(`(g) shoppers: ${connections} connections, round ${round + 1} of ${rounds}`);
      const warmUp = from === 0 ? warmUpDraws : 0;
      const next = asked.slice(from, from + warmUp + measuredDraws);
      from += next.length;
      const places = next.map((_, place) => place);
      for (const name of inTurns([...servers.keys()], round)) {
        const { server, metricsPort } = servers.get(name) as Measurable;
        const requests = next.map((one) => toLoadRequest(one, texts, tokenOf(name, one, issuer)));
        const path = name === 'F2' ? '/g' : '/graphql';
        const job: LoadJob = {
          ...{ port: server.port, pid: server.pid, path, headers: {}, connections, withTimeline: false, requests },
          warmUp: { sequence: places.slice(0, warmUp), ms: null },
          measured: { sequence: places.slice(warmUp), ms: null },
        };
        const before = await lookupsAt(metricsPort);
        const result = await measure(job, stage.folder);
        const after = await lookupsAt(metricsPort);
        const hitRate = (after.hit - before.hit) / (after.hit + after.miss - before.hit - before.miss);
        measured.push({ name, connections, round, result, hitRate });
      }
    }
  }
  return measured;
}

interface ShopperRequest {
  readonly asked: Asked;
  readonly shopper: number;
}

/** The same ones each time. */
function drawRequests(parents: readonly ParentFacts[], draws: number): ShopperRequest[] {
  const random = createRandom(20_261_122);
  const drawParent = zipf(parents.length, random);
  const choose = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: draws }, () => {
    const { resourceId: id, variationMatrix } = parents[drawParent()] as ParentFacts;
    const [option] = variationMatrix[0]?.optionIds ?? [];
    const filter = random() < filteredShare ? { options: [[option]] } : null;
    const headers = { 'Accept-Language': choose(languages) };
    const asked = { query, variables: { id, currency: choose(currencies), filter }, headers };
    return { asked, shopper: Math.floor(random() * shoppers) };
  });
}

async function askEach({ port }: ServerProcess, asked: readonly ShopperRequest[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { asked: one } of asked) {
    const key = JSON.stringify(one);
    if (!texts.has(key)) texts.set(key, await askText(`http://127.0.0.1:${port}/graphql`, one));
  }
  return texts;
}

function toReference([key, text]: readonly [string, string]) {
  return { asked: JSON.parse(key) as Asked, text };
}

function tokenOf(name: MeasuredShoppers['name'], { shopper }: ShopperRequest, issuer: Issuer): string | null {
  if (name === 'F2' || name === 'no token') return null;
  return (name === 'a token each' ? issuer.tokens : issuer.tokensWithAccounts)[shopper] ?? null;
}

function toLoadRequest(
  { asked }: ShopperRequest,
  texts: ReadonlyMap<string, string>,
  token: string | null,
): LoadRequest {
  const { headers, ...body } = asked;
  const text = texts.get(JSON.stringify(asked)) ?? '';
  return {
    body: JSON.stringify(body),
    headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
    expected: { kind: 'digest', text: hash('sha1', text) },
  };
}

async function lookupsAt(metricsPort: number | null): Promise<{ readonly hit: number; readonly miss: number }> {
  if (metricsPort === null) return { hit: Number.NaN, miss: Number.NaN };
  // A connection that is kept would be closed by the time of the next look.
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers: { Connection: 'close' } });
  const text = await answer.text();
  const of = (result: string) =>
    Number(
      new RegExp(`^gateway_response_cache_lookups_total\\{[^}]*"${result}"[^}]*\\} (\\S+)`, 'm').exec(text)?.[1] ?? 0,
    );
  return { hit: of('hit'), miss: of('miss') };
}
