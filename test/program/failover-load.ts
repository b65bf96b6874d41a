/** Clients that write and read without a pause, or with one, while the database's servers come and go. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import type { Program } from '../support/program.ts';

export interface FailoverLoad {
  readonly acknowledged: readonly Acknowledged[];
  /** Attempts that were refused, and sent again under their key. */
  readonly refused: () => number;
  readonly reads: () => number;
  readonly failedReads: readonly string[];
  /** Resolves when every write that was begun is acknowledged. */
  stop(): Promise<void>;
}

export interface Acknowledged {
  readonly slug: string;
  /** Of `performance.now()`. */
  readonly at: number;
}

export interface LoadOptions {
  readonly writers: number;
  readonly readers: number;
  /** Of each client, after each request. */
  readonly pauseMs: number;
}

const write = `mutation ($input: CreateCustomApiInput!) { createCustomApi(input: $input) { customApi { slug } } }`;
const retryMs = 20;

export function startLoad(program: Program, { writers, readers, pauseMs }: LoadOptions): FailoverLoad {
  const acknowledged: Acknowledged[] = [];
  const failedReads: string[] = [];
  let [refused, reads, isOver] = [0, 0, false];
  let { token } = program;

  /** Each again and again under its key, until it is acknowledged. */
  async function writeOn(): Promise<void> {
    while (!isOver) {
      const slug = `w${randomUUID().replaceAll('-', '')}`;
      const input = { name: slug, slug, apiType: `${slug}_ext` };
      for (;;) {
        const headers = { 'Idempotency-Key': slug, Authorization: `Bearer ${token}` };
        const answer = await program.ask(write, { input }, headers).catch(() => null);
        if (answer?.data?.createCustomApi?.customApi?.slug === slug) break;
        refused += 1;
        if (answer?.errors[0]?.extensions.code === 'UNAUTHENTICATED') token = await renew(program.url);
        else await sleep(retryMs);
      }
      acknowledged.push({ slug, at: performance.now() });
      await sleep(pauseMs);
    }
  }

  /** Another text each time: it is executed, not taken from the cache. Without a token, as shoppers read. */
  async function readOn(): Promise<void> {
    while (!isOver) {
      const fault = await readPage(program.url, `a${reads}`).catch((error: Error) => error.message);
      reads += 1;
      if (fault) failedReads.push(fault);
      await sleep(Math.max(5, pauseMs));
    }
  }

  const clients = Array.from({ length: writers + readers }, (_, index) => (index < writers ? writeOn() : readOn()));
  return {
    ...{ acknowledged, failedReads, refused: () => refused, reads: () => reads },
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

/** Null, or what is wrong. */
async function readPage(url: string, alias: string): Promise<string | null> {
  const query = `{ ${alias}: products(first: 5) { totalCount nodes { name sku } } }`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await response.text();
  const { data, errors } = JSON.parse(text);
  return !errors && data?.[alias]?.nodes.length === 5 ? null : text.slice(0, 200);
}

async function renew(url: string): Promise<string> {
  const { clientId, clientSecret } = demoCredentials;
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  const response = await fetch(`${url}/oauth/access_token`, { method: 'POST', body });
  return response.ok ? ((await response.json()) as { access_token: string }).access_token : '';
}
