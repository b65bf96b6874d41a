/** Memory of bodies is used again: each client gets its own response all the same, however late it reads and whoever leaves. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';

/** Of half a megabyte each, and of nearly the same length: some of them fill what the kernel takes of a connection. */
const queries = Array.from({ length: 12 }, (_, place) => {
  const fields = Array.from({ length: 60 }, (_, index) => `of${place + 10}at${index + 10}: description`);
  return `{ childProducts(productId: "${demoIds.products.manyChildrenParent}", first: 100) { nodes { ${fields.join(' ')} } } }`;
});

const random = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

async function post(app: RunningApp, query: string, agent: Agent): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${app.url}/graphql`, { method: 'POST', agent, headers });
  sent.on('error', () => {});
  sent.end(JSON.stringify({ query }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Sends them all at once, and reads nothing before it is told to. */
function sendAll(app: RunningApp, sent: readonly string[]) {
  const socket = connect(app.port, '127.0.0.1');
  socket.pause();
  for (const [place, query] of sent.entries()) {
    const body = JSON.stringify({ query });
    const last = place === sent.length - 1 ? 'Connection: close\r\n' : '';
    const length = Buffer.byteLength(body);
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: a\r\n${last}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
  }
  return async () => (await readText(socket)).split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/).slice(1);
}

it.each([
  ['without a cache', { ANSWER_CACHE_MB: '0' }],
  ['from a cache', {}],
  ['from a cache that holds some of them', { ANSWER_CACHE_MB: '3' }],
])('%s', async (_, settings) => {
  const app = await startApp({ ...settings, WRITE_TIMEOUT_MS: '60000' });
  const agent = new Agent({ keepAlive: true });
  const expected = new Map<string, string>();
  for (const query of queries) expected.set(query, await readText(await post(app, query, agent)));
  for (const text of expected.values()) expect(text.length).toBeGreaterThan(300_000);

  const late = Array.from({ length: 2 }, () => Array.from({ length: 20 }, () => random(queries)));
  const readLate = late.map((sent) => sendAll(app, sent));
  async function work(): Promise<void> {
    for (let count = 0; count < 20; count += 1) {
      const query = random(queries);
      const response = await post(app, query, agent);
      if (count % 5 === 4) response.destroy();
      else expect((await readText(response)) === expected.get(query), query).toBe(true);
    }
  }
  await Promise.all(Array.from({ length: 6 }, work));
  for (const [place, readAll] of readLate.entries()) {
    const texts = await readAll();
    expect(texts.map((text, at) => text === expected.get(late[place]?.[at] ?? ''))).toEqual(Array(20).fill(true));
  }
  agent.destroy();
  await app.close();
});
