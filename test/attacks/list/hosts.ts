/** Hosts that are none, and clients that send none. */
import type { RequestAttack } from '../attack.ts';
import { type AttackedGateway, toTarget } from '../attacked-gateway.ts';

const cached = toTarget({ query: '{ products(first: 3) { nodes { name } } }' });
const targets = ['/', cached, '/graphql?query={__typename}', '/v2/pcm/catalog/products', '/v2/openapi.json', '/none'];
const body = '{"query":"{__typename}"}';

/** Each target by GET, and a post: one summary for all of them where they agree. */
async function sendAll({ raw }: AttackedGateway, host: string): Promise<string> {
  const heads = [
    ...targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ];
  const seen = new Set<string>();
  for (const head of heads) seen.add((await raw(head)).summary);
  return [...seen].join(', ');
}

export const hosts: readonly RequestAttack[] = [
  ...['1.2.3.999', '0x100000000', '999999999999', 'a b', '[::1', 'a%00b', 'a/b', 'user@a'].map(
    (host): RequestAttack => ({
      row: 9,
      name: `Host: ${host}`,
      stores: ['demo'],
      expected: /^400( BAD_REQUEST)?(, 400 BAD_REQUEST|, 400)*$/,
      send: (gateway) => sendAll(gateway, host),
    }),
  ),
  ...['a:99999', 'a:65536', 'a:', 'a:1x'].map(
    (host): RequestAttack => ({
      row: 13,
      name: `Host: ${host}, where the answer is cached too`,
      stores: ['demo'],
      expected: host === 'a:' ? /^(200|302|400|404)/ : /^400( BAD_REQUEST)?(, 400 BAD_REQUEST|, 400)*$/,
      async prepare({ raw }) {
        await raw(`GET ${cached} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      },
      send: (gateway) => sendAll(gateway, host),
    }),
  ),
  {
    row: 16,
    name: 'a health check of HTTP/1.0, without a Host',
    stores: ['demo'],
    expected: /^200, 200$/,
    async send({ raw }) {
      const live = await raw('GET /health/live HTTP/1.0\r\n\r\n');
      const ready = await raw('GET /health/ready HTTP/1.0\r\n\r\n');
      return `${live.summary}, ${ready.summary}`;
    },
  },
];
