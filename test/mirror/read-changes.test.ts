import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type DownloadLimits, downloadFile } from '../../src/mirror/download-file.ts';
import type { PlatformRelease } from '../../src/mirror/platform-directory.ts';
import { createPlatformReader, FileProblem } from '../../src/mirror/platform-reader.ts';
import { readChanges } from '../../src/mirror/read-changes.ts';
import { createRecordFile } from '../../src/mirror/record-file.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';

const product = (id: string, name: string) => ({ id, type: 'product', attributes: { name } });
const changed = (id: string, name: string) => ({ delta_type: 'createupdate', ...product(id, name) });
const gone = (id: string) => ({ delta_type: 'delete', id, type: 'product' });

const files: Record<string, Buffer> = {
  // One record after the other, over several lines, as platforms write them.
  '/newest.json.gz': gzipSync([changed('a', 'A3'), gone('b')].map((one) => JSON.stringify(one, null, 2)).join('\n\n')),
  '/before.json': Buffer.from(
    [changed('a', 'A2'), changed('b', 'B2'), gone('c'), changed('d', 'D2')]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  ),
  // What was gone by then, and came again, is there.
  '/first.json': Buffer.from(JSON.stringify([changed('c', 'C1'), changed('e', 'E1'), gone('d')])),
  '/cut.json.gz': gzipSync(JSON.stringify(changed('a', 'A'))).subarray(0, 20),
  '/numbers.json': Buffer.from('7 8'),
  '/errors.json': Buffer.from('{"errors":[{"status":"403","title":"The link has expired."}]}'),
  '/empty.json': Buffer.alloc(0),
  '/nothing.json': Buffer.from('[]'),
  '/large.json': Buffer.from(JSON.stringify(changed('a', 'A'.repeat(10_000)))),
  // It says much more than it takes.
  '/inflated.json.gz': gzipSync(
    Array.from({ length: 1000 }, (_, at) => JSON.stringify(changed(`p${at}`, 'A'))).join('\n'),
  ),
};
const server = createServer(({ url = '', headers }, response) => {
  expect(headers).not.toHaveProperty('authorization');
  const content = files[url];
  if (url === '/silent') response.write('[');
  else if (url === '/slow.json') void writeSlowly(response, JSON.stringify([changed('a', 'A1')]));
  else if (url === '/endless') {
    const writing = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(writing));
  } else if (url === '/elsewhere') response.writeHead(302, { location: '/before.json' }).end();
  else if (content) response.end(content);
  else response.writeHead(403).end();
});

/** In pieces, each of which comes long before there was silence for too long; all of them take longer. */
async function writeSlowly(response: ServerResponse, text: string): Promise<void> {
  const size = Math.ceil(text.length / 8);
  for (let at = 0; at < text.length; at += size) {
    response.write(text.slice(at, at + size));
    await sleep(300);
  }
  response.end();
}

let address = '';
let directory = '';
beforeAll(async () => {
  address = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  directory = await mkdtemp(join(tmpdir(), 'gateway-changes-'));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

const { signal } = new AbortController();
const read = (...links: string[]) => readWithin({}, ...links);

/** What comes on a busy machine comes late: only what is to be too late has other limits. */
async function readWithin(limits: Partial<DownloadLimits>, ...links: string[]) {
  const file = await createRecordFile(join(directory, `${Math.random()}`), 'c', 50_000);
  const platform = { get: () => Promise.reject(new Error('Nothing is on the platform itself.')) };
  const removed = await readChanges(
    {
      file,
      release: '/releases/3',
      reader: createPlatformReader(platform, { signal, dialect: 'contract', platformUrl: 'http://api.example' }),
      platformUrl: 'http://api.example',
      downloadFile: (link) => downloadFile(link, { allowsHttp: true, signal, limits: { bytes: 10_000, ...limits } }),
    },
    links.map((deltaLink) => ({ deltaLink: `${address}${deltaLink}` }) as PlatformRelease),
  ).finally(() => file.close());
  const lines = (await readFile(file.path, 'utf8')).split('\n').filter((line) => line !== '');
  const records = lines.flatMap((line) => JSON.parse(line).data as ReturnType<typeof product>[]);
  return { removed: [...removed].sort(), names: records.map(({ attributes }) => attributes.name).sort(), records };
}

it('the latest word on a product counts, and what only marks a change is left out', async () => {
  const { removed, names, records } = await read('/newest.json.gz', '/before.json', '/first.json');
  expect(names).toEqual(['A3', 'D2', 'E1']);
  expect(removed).toEqual(['b', 'c']);
  expect(records.every((record) => !('delta_type' in record))).toBe(true);
});

it.each<[string, RegExp, Partial<DownloadLimits>?]>([
  ['/unknown.json', /can't be read from 127\.0\.0\.1: 403/],
  ['/elsewhere', /can't be read from 127\.0\.0\.1/],
  ['/silent', /can't be read from 127\.0\.0\.1/, { silenceMs: 500 }],
  ['/endless', /can't be read from 127\.0\.0\.1/, { ms: 500 }],
  ['/large.json', /is larger than 0\.00001 GB, which is the limit/],
  ['/inflated.json.gz', /has more than 0\.00005 GB, which is the limit/],
  ['/cut.json.gz', /can't be read\. .*truncated/],
  ['/numbers.json', /holds something that is no record/],
  ['/errors.json', /holds something that is no record/],
  ['/empty.json', /is empty/],
])('%s is refused', async (link, reason, limits = {}) => {
  await expect(readWithin(limits, link)).rejects.toThrow(
    expect.objectContaining({ constructor: FileProblem, message: expect.stringMatching(reason) }),
  );
});

it('a file may say that nothing changed', async () => {
  expect(await read('/nothing.json')).toEqual({ removed: [], names: [], records: [] });
});

it('a file that comes slowly is read whole', async () => {
  expect((await readWithin({ silenceMs: 1500 }, '/slow.json')).names).toEqual(['A1']);
});

it.each(['/first.json', '/unknown.json', '/cut.json.gz'])('nothing is left behind of %s', async (link) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-changes-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  await read(link).catch(() => undefined);
  expect(await readdir(folder)).toEqual([]);
});

it('a link that is no URL is refused', async () => {
  const reading = downloadFile('https://[files', { allowsHttp: true, signal }).next();
  await expect(reading).rejects.toThrow(
    expect.objectContaining({ constructor: FileProblem, message: expect.stringMatching(/is no URL/) }),
  );
});

it('a link without encryption is not followed from a platform with it', async () => {
  const reading = downloadFile(`${address}/first.json`, { allowsHttp: false, signal }).next();
  await expect(reading).rejects.toThrow(/leads to http:\/\/127\.0\.0\.1, which is not encrypted/);
});

it('a link that holds what changed itself is not followed, not even from a platform without encryption', async () => {
  const reading = downloadFile('data:application/json,%7B%22id%22%3A1%7D', { allowsHttp: true, signal }).next();
  await expect(reading).rejects.toThrow(/leads to data:\/\/, which is not encrypted/);
});

it('a link with encryption is followed from any platform', async () => {
  // Nobody answers there.
  const reading = downloadFile('https://127.0.0.1:1/first.json', { allowsHttp: false, signal }).next();
  await expect(reading).rejects.toThrow("The file of what changed can't be read from 127.0.0.1.");
});
