/**
 * Writes through a gateway to a platform that fails, over a wire that cuts, delays and doubles: each client sends its write up to
 * four times under one key, through two gateways that share a store. Counted at the gateway's socket, none is sent twice, and what
 * clients are told is true.
 */
import { createServer } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { platformTokens } from '../../src/auth/platform-tokens.ts';
import { toSubscriptionResource } from '../../src/contract/subscription.ts';
import { DomainError, type ErrorCode } from '../../src/domain/errors.ts';
import type { Services } from '../../src/domain/ports.ts';
import { openUpstream, type Upstream } from '../../src/upstream/client/open-upstream.ts';
import type { UpstreamConfig } from '../../src/upstream/client/upstream-config.ts';
import { createUpstreamServices } from '../../src/upstream/upstream-services.ts';
import { subscription } from '../support/billing-records.ts';
import { type EmbeddedStores, openEmbeddedStores } from '../support/embedded-stores.ts';
import { closeNow, listenOnLoopback } from '../support/on-loopback.ts';
import { callerWith } from '../support/upstream-context.ts';
import { type Fate, openFaultyWire } from './faulty-wire.ts';

export interface WriteTally {
  readonly writes: number;
  readonly sent: number;
  /** By the gateway: must be 0. */
  readonly sentTwice: number;
  readonly done: number;
  readonly replayed: number;
  /** Unknown at first, and answered once it was found on the platform. */
  readonly found: number;
  readonly refused: number;
  readonly unknown: number;
  /** The client was told that it was done, or that it was not, and that was wrong: must be 0. */
  readonly untrue: number;
  readonly fates: ReadonlyMap<Fate, number>;
}

export interface WriteRoundsOptions {
  readonly writes: number;
  readonly clients?: number;
  readonly onProgress?: (written: number) => void;
}

const timeoutMs = 250;
const attempts = 4;

export async function runUpstreamWrites({ writes, clients = 40, onProgress }: WriteRoundsOptions): Promise<WriteTally> {
  const platform = await openPlatform();
  const wire = await openFaultyWire({
    ...{ platformPort: platform.port, pattern: /"external_ref":"(write-\d+)"/, faulty: 0.3, maxDelayMs: 2 * timeoutMs },
  });
  const stores = await openEmbeddedStores();
  const gateways = [openGateway(wire.url, stores), openGateway(wire.url, stores)];
  const outcomes: Outcome[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < writes) {
      const name = `write-${next}`;
      next += 1;
      outcomes.push({ name, ...(await writeOften(gateways, name)) });
      if (outcomes.length % 1000 === 0) onProgress?.(outcomes.length);
    }
  }
  await Promise.all(Array.from({ length: clients }, work));
  // What was delayed still arrives.
  await new Promise((resolve) => setTimeout(resolve, 3 * timeoutMs));
  await Promise.all(gateways.map(({ upstream }) => upstream.close()));
  await wire.close();
  await Promise.all([platform.close(), stores.drop()]);
  return tally(outcomes, { received: wire.received, made: platform.made, fates: wire.fatesSeen });
}

interface Outcome {
  readonly name: string;
  /** What the last attempt was told. */
  readonly told: 'done' | ErrorCode;
  readonly isReplayed: boolean;
  /** It was unknown, and was found on the platform afterwards. */
  readonly isFound: boolean;
}

/** As a client does that wants its write to be done: again where it may, and twice at once now and then. */
async function writeOften(gateways: readonly Gateway[], name: string): Promise<Omit<Outcome, 'name'>> {
  let told: Outcome['told'] = 'UNAVAILABLE';
  let [isReplayed, isFound] = [false, false];
  for (let attempt = 0; attempt < attempts && told !== 'VALIDATION_FAILED'; attempt += 1) {
    const both = Math.random() < 0.1 ? gateways : [gateways[attempt % gateways.length] as Gateway];
    const results = await Promise.all(both.map((gateway) => writeOnce(gateway, name)));
    const decisive = results.find((one) => one.told === 'done') ?? results[0];
    isFound ||= told === 'OUTCOME_UNKNOWN' && decisive?.told === 'done';
    // Whoever knows that it was done does not forget it.
    if (decisive && told !== 'done') told = decisive.told;
    isReplayed ||= results.some((one) => one.isReplayed);
    if (told === 'CONFLICT' || told === 'UNAVAILABLE') await new Promise((resolve) => setTimeout(resolve, timeoutMs));
  }
  return { told, isReplayed, isFound };
}

async function writeOnce({ services }: Gateway, name: string): Promise<Omit<Outcome, 'name' | 'isFound'>> {
  const context = {
    ...callerWith({ token: 'token-of-a-client' }),
    actor: await platformTokens.verify('token-of-a-client'),
  };
  const input = {
    externalRef: name,
    accountId: account,
    offeringId: account,
    planId: account,
    currency: 'EUR',
    name: 'Ann',
    email: 'a@b.ch',
  };
  try {
    const written = await services.subscriptions.create({ ...context, idempotencyKey: name }, input);
    return { told: 'done', isReplayed: written?.isReplayed ?? false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { told: error.code, isReplayed: false };
  }
}

const account = '5e1f3c2a-7a5b-4c5e-9d3f-0a1b2c3d4e5f';

interface Gateway {
  readonly services: Services;
  readonly upstream: Upstream;
}

function openGateway(url: string, { stores }: EmbeddedStores): Gateway {
  const config: UpstreamConfig = {
    ...{ url, clientId: null, clientSecret: null, dialect: 'contract', catalog: 'live', caFile: null },
    ...{ requestsPerSecond: 10_000, concurrency: 50, timeoutMs, cacheSeconds: 0 },
    ...{ hasPricingOptions: false, manualPayments: null },
  };
  const upstream = openUpstream({ config, monotonicNow: () => performance.now() });
  const keys = { keys: stores.idempotencyKeys, runningMs: 2 * timeoutMs, cleansUp: true };
  return {
    upstream,
    services: createUpstreamServices({ ...config, catalogAccess: 'open', client: upstream.client, keys }),
  };
}

/** Makes most of what it is sent; it fails before or after, always the same way with the same write. */
async function openPlatform() {
  const made = new Map<string, number>();
  /** Those with a reference of the client's. */
  const listed = (url: string) => {
    const [, externalRef = ''] = /eq\(external_ref,([\w-]+)\)/.exec(decodeURIComponent(url)) ?? [];
    const data = Array.from({ length: made.get(externalRef) ?? 0 }, () => resourceOf(externalRef));
    return { data, meta: { results: { total: data.length } } };
  };
  const server = createServer(async (incoming, response) => {
    incoming.on('error', () => {});
    response.on('error', () => {});
    if (incoming.method === 'GET') return void response.end(JSON.stringify(listed(incoming.url ?? '')));
    const body = await readJson(incoming).catch(() => null);
    const externalRef = String((body as { data?: { external_ref?: string } } | null)?.data?.external_ref);
    const mood = Number(externalRef.replace('write-', '')) % 20;
    if (mood === 1) return void response.writeHead(503, { 'retry-after': '0' }).end('{}');
    if (mood === 2)
      return void response.writeHead(400).end('{"errors":[{"status":"400","title":"Bad Request","detail":"No."}]}');
    made.set(externalRef, (made.get(externalRef) ?? 0) + 1);
    if (mood === 3) return void response.writeHead(502).end('<html>');
    if (mood === 4) return void response.writeHead(201).end('{"data":');
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: resourceOf(externalRef) }));
  });
  const port = await listenOnLoopback(server);
  const close = async () => {
    await closeNow(server);
  };
  return { port: port, made, close };
}

function resourceOf(externalRef: string) {
  const createdAt = new Date().toISOString();
  return toSubscriptionResource(subscription({ externalRef, accountId: account, createdAt }));
}

interface Facts {
  readonly received: ReadonlyMap<string, number>;
  readonly made: ReadonlyMap<string, number>;
  readonly fates: ReadonlyMap<Fate, number>;
}

function tally(outcomes: readonly Outcome[], { received, made, fates }: Facts): WriteTally {
  const counted = (isCounted: (outcome: Outcome) => boolean) => outcomes.filter(isCounted).length;
  return {
    writes: outcomes.length,
    sent: received.size,
    sentTwice: counted(({ name }) => (received.get(name) ?? 0) > 1 && !isRefusedEachTime(name)),
    done: counted(({ told }) => told === 'done'),
    replayed: counted(({ isReplayed }) => isReplayed),
    found: counted(({ isFound }) => isFound),
    refused: counted(({ told }) => told === 'VALIDATION_FAILED' || told === 'UNAVAILABLE'),
    unknown: counted(({ told }) => told === 'OUTCOME_UNKNOWN' || told === 'CONFLICT'),
    untrue: counted(({ name, told }) =>
      told === 'done' ? !made.has(name) : told !== 'OUTCOME_UNKNOWN' && told !== 'CONFLICT' && made.has(name),
    ),
    fates,
  };
}

/** What a platform has said that it did not do may be sent again. */
function isRefusedEachTime(name: string): boolean {
  return [1, 2].includes(Number(name.replace('write-', '')) % 20);
}
