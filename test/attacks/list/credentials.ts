/** Secrets that are guessed, tokens that are forged, and tokens that are fetched again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCredentials } from '../../../src/demo/application-keys.ts';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { RequestAttack } from '../attack.ts';
import type { AttackedGateway } from '../attacked-gateway.ts';

const random = () => Math.random().toString(36).slice(2);
const guesses = 400;
const tokensPerSecond = 360;
const tokenSeconds = 3;

export const credentials: readonly RequestAttack[] = [
  {
    row: 15,
    name: `${guesses} wrong secrets at once, where 20 a minute may be`,
    isFlood: true,
    stores: ['demo'],
    settings: { RATE_LIMIT_FAILED_LOGINS: '20' },
    // Some of the twenty were spent by nobody else.
    expected: /^401 ×20, 429 ×380$/,
    async send(gateway) {
      const statuses = await Promise.all(Array.from({ length: guesses }, () => requestToken(gateway, random())));
      const wrong = statuses.filter((status) => status === 401).length;
      const others = [...new Set(statuses.filter((status) => status !== 401))];
      return `401 ×${wrong}, ${others.map((one) => `${one} ×${statuses.filter((status) => status === one).length}`).join(', ')}`;
    },
  },
  {
    row: 20,
    name: `${tokensPerSecond} implicit tokens a second`,
    isFlood: true,
    stores: ['demo'],
    expected: /^200, last_used_at written at most twice$/,
    async send(gateway) {
      const statuses = new Set<number>();
      const written = new Set<string>();
      for (let tenth = 0; tenth < tokenSeconds * 10; tenth += 1) {
        const requests = Array.from({ length: tokensPerSecond / 10 }, () => requestToken(gateway, null));
        for (const status of await Promise.all(requests)) statuses.add(status);
        written.add(await readLastUsed(gateway));
        await sleep(20);
      }
      return `${[...statuses].join(', ')}, last_used_at written ${written.size <= 2 ? 'at most twice' : `${written.size} times`}`;
    },
  },
  {
    row: null,
    name: 'forged tokens',
    stores: ['demo'],
    expected: /^401 UNAUTHENTICATED$/,
    async send({ post }) {
      const seen = new Set<string>();
      for (let turn = 0; turn < 50; turn += 1) {
        const token = `${random()}.${random()}.${random()}`;
        seen.add((await post({ query: '{__typename}' }, { Authorization: `Bearer ${token}` })).summary);
      }
      return [...seen].join(', ');
    },
  },
  {
    row: null,
    name: 'a token of 60 kB',
    stores: ['demo'],
    expected: /^401 UNAUTHENTICATED$/,
    async send({ post }) {
      const token = `${'a'.repeat(20_000)}.${'b'.repeat(20_000)}.${'c'.repeat(20_000)}`;
      return (await post({ query: '{__typename}' }, { Authorization: `Bearer ${token}` })).summary;
    },
  },
];

/** Null: an implicit one. */
async function requestToken({ fetch }: AttackedGateway, secret: string | null): Promise<number> {
  const grant =
    secret === null ? { grant_type: 'implicit' } : { grant_type: 'client_credentials', client_secret: secret };
  const body = new URLSearchParams({ client_id: demoCredentials.clientId, ...grant });
  const { status } = await fetch('/oauth/access_token', { method: 'POST', body });
  return status;
}

async function readLastUsed({ post, tokens }: AttackedGateway): Promise<string> {
  const request = { query: `{ applicationKey(id: "${demoIds.applicationKeys.admin}") { lastUsedAt } }` };
  const { text } = await post(request, { Authorization: `Bearer ${tokens.client_credentials}` });
  return JSON.parse(text).data.applicationKey.lastUsedAt;
}
