import { expect, it } from 'vitest';
import { readWebhookUrl } from '../../../src/domain/webhook/webhook-url.ts';
import { errorOf } from '../../support/violations-of.ts';

const encrypted = { webhookHttp: false };
const long = (length: number) => `https://shop.example/${'x'.repeat(length - 'https://shop.example/'.length)}`;

it.each(['https://shop.example/hook?key=CANARY', 'https://shop.example:8443/', long(2048)])('%# may be told', (url) => {
  expect(readWebhookUrl(url, encrypted)).toBe(url);
});

it('one without encryption may be told where that is allowed', async () => {
  const url = 'http://shop.example/hook';
  for (const one of [url, long(30)]) expect(readWebhookUrl(one, { webhookHttp: true })).toBe(one);
  const { message } = await errorOf(() => readWebhookUrl(url, encrypted));
  expect(message).toContain('WEBHOOK_HTTP=on');
});

it.each([
  ['no URL', 'CANARY'],
  ['another protocol', 'ftp://CANARY.example/'],
  ['a user', 'https://CANARY@shop.example/'],
  ['a password', 'https://:CANARY@shop.example/'],
  ['a fragment', 'https://shop.example/#CANARY'],
  ['2049 characters', `${long(2043)}CANARY`],
])('one with %s is refused, and not quoted', async (_, url) => {
  const { code, message } = await errorOf(() => readWebhookUrl(url, encrypted));
  expect(code).toBe('VALIDATION_FAILED');
  expect(message).not.toContain('CANARY');
});
