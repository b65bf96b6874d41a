/** What is remembered of requests that go: each must hold its own bytes only, and nothing else of the request that brought it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCredentials } from '../../../src/demo/application-keys.ts';
import { sha256 } from '../../../src/graphql/documents/trusted-documents.ts';
import type { Answer } from '../answer.ts';
import type { RequestAttack } from '../attack.ts';
import { toTarget } from '../attacked-gateway.ts';

const answers = 15_000;
const senders = 8;
/** Below the default limit of an address. */
const perSecond = 900;
/** What must not be held would not fit into it. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=256' };

export const remembered: readonly RequestAttack[] = [
  {
    row: 6,
    name: `${answers} small answers that are cached, with 30 kB posts between`,
    isFlood: true,
    stores: ['demo'],
    expected: /^200$/,
    send({ fetch, post }) {
      const padding = 'x'.repeat(30_000);
      return sendMany(answers, (turn) => {
        const target = toTarget({ query: `query Q${turn} { limits { cost } }` });
        const get = () => fetch(target);
        // Where hardly any is found, one is kept from the second time on.
        return [get, get, () => post({ query: `{ limits { cost } } #${turn}${padding}` })];
      });
    },
  },
  {
    row: 37,
    name: '330 documents, posted three times with a variable of 900,000 characters',
    isFlood: true,
    settings: smallHeap,
    stores: ['demo'],
    expected: /^200 NOT_FOUND$/,
    send({ post }) {
      const variables = { id: 'x'.repeat(900_000) };
      return sendMany(330, (turn) => {
        const send = () => post({ query: `query Q${turn}($id: ID!) { node(id: $id) { id } }`, variables });
        return [send, send, send];
      });
    },
  },
  {
    row: 38,
    name: '6,000 documents registered by URLs with a parameter of 60,000 characters that nobody reads',
    isFlood: true,
    settings: smallHeap,
    stores: ['demo'],
    expected: /^200$/,
    send: ({ fetch }) =>
      sendMany(6000, (turn) => {
        // Without escapes: what is decoded would be a text of its own.
        const query = `{a${turn}:__typename}`;
        const target = `/graphql?documentId=${sha256(query)}&query=${query}&padding=${'x'.repeat(60_000)}`;
        return [() => fetch(target)];
      }),
  },
  {
    row: 39,
    name: '5,000 wrong tokens from as many addresses behind a proxy, with 60,000 characters before each address',
    isFlood: true,
    settings: { ...smallHeap, TRUST_PROXY: '1' },
    stores: ['demo'],
    expected: /^401 UNAUTHENTICATED$/,
    send({ post }) {
      const invented = 'x'.repeat(60_000);
      return sendMany(5000, (turn) => {
        const address = `203.100.${100 + (turn >> 7)}.${100 + (turn & 127)}`;
        const headers = { Authorization: 'Bearer x.y.z', 'X-Forwarded-For': `${invented}, ${address}` };
        return [() => post({ query: '{ __typename }' }, headers)];
      });
    },
  },
  {
    row: 40,
    name: '5,000 implicit tokens, each sent after 55,000 spaces',
    isFlood: true,
    settings: smallHeap,
    stores: ['demo'],
    expected: /^200$/,
    send({ fetch, post }) {
      const body = new URLSearchParams({ client_id: demoCredentials.clientId, grant_type: 'implicit' });
      return sendMany(5000, () => {
        let issued = '';
        const issue = async () => {
          const answer = await fetch('/oauth/access_token', { method: 'POST', body });
          issued = JSON.parse(answer.text).access_token;
          return answer;
        };
        const padding = ' '.repeat(55_000);
        return [issue, () => post({ query: '{ __typename }' }, { Authorization: `Bearer${padding}${issued}` })];
      });
    },
  },
  {
    row: 42,
    name: '30,000 searches for words that nothing has',
    isFlood: true,
    settings: smallHeap,
    stores: ['demo'],
    expected: /^200$/,
    send({ post }) {
      const query = 'query ($words: String!) { products(search: $words, sort: NAME_ASC) { totalCount } }';
      return sendMany(30_000, (turn) => [() => post({ query, variables: { words: `zq${turn}` } })]);
    },
  },
  {
    row: 43,
    name: '330 documents with a text of 31,000 escapes, posted three times',
    isFlood: true,
    settings: smallHeap,
    stores: ['demo'],
    expected: /^200$/,
    send({ post }) {
      const text = '\\n'.repeat(31_000);
      return sendMany(330, (turn) => {
        const query = `{ __typename __type(name: "${turn}${text}") @skip(if: true) { name } }`;
        const send = () => post({ query });
        return [send, send, send];
      });
    },
  },
];

/** A turn's requests go one after the other, at a rate below the limit. */
async function sendMany(turns: number, requestsOf: (turn: number) => (() => Promise<Answer>)[]): Promise<string> {
  const seen = new Set<string>();
  const start = performance.now();
  let [turn, sent] = [0, 0];
  const sender = async () => {
    while (turn < turns) {
      turn += 1;
      for (const send of requestsOf(turn)) {
        sent += 1;
        const aheadMs = (1000 * sent) / perSecond - (performance.now() - start);
        if (aheadMs > 0) await sleep(aheadMs);
        seen.add((await send()).summary);
      }
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return [...seen].join(', ');
}
