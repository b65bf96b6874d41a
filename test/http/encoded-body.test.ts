import { expect, it } from 'vitest';
import { EncodedBody } from '../../src/http/encoded-body.ts';

const plain = Buffer.from('a text');

it('an encoding is made once, however many need it at once', async () => {
  let made = 0;
  const body = new EncodedBody(plain, { compress: async (_, encoding) => Buffer.from(`${encoding} ${++made}`) });
  const encoded = await Promise.all([body.in('br'), body.in('br'), body.in('gzip')]);
  expect(encoded.map(String)).toEqual(['br 1', 'br 1', 'gzip 2']);
  expect(String(await body.in('br'))).toBe('br 1');
});

it('what could not be had is tried again', async () => {
  const results = [null, Buffer.from('now')];
  const body = new EncodedBody(plain, { compress: async () => results.shift() ?? null });
  expect(await body.in('br')).toBeNull();
  expect(String(await body.in('br'))).toBe('now');
});

it('a failure is told to who needed it, and tried again', async () => {
  const results = [() => Promise.reject(new Error('out of memory')), async () => Buffer.from('now')];
  const body = new EncodedBody(plain, { compress: async () => (await results.shift()?.()) ?? null });
  await expect(body.in('br')).rejects.toThrow('out of memory');
  expect(String(await body.in('br'))).toBe('now');
});

it('an encoding has memory of its own, of its length, and its length is told', async () => {
  const told: number[] = [];
  const body = new EncodedBody(plain, {
    compress: async (_, encoding) => Buffer.from(encoding),
    onKept: (bytes) => told.push(bytes),
  });
  expect((await body.in('br'))?.buffer.byteLength).toBe(2);
  await body.in('gzip');
  expect(told).toEqual([2, 6]);
});
