import { ROOT_CONTEXT, type SpanOptions } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { createCallSpans } from '../../src/tracing/call-spans.ts';

it('a call of a platform that stands below a path is named from the root of its host', async () => {
  const recorded: [name: string, options: SpanOptions][] = [];
  const watchCall = createCallSpans({
    spans: {
      within: (_, run) => run(),
      running: () => ROOT_CONTEXT,
      recordPast: () => undefined,
      record(name, options, run) {
        recorded.push([name, options]);
        return run(null);
      },
    },
    headers: { areSent: false, read: () => null, write: () => ({}) },
    platform: new URL('https://platform.example/shop'),
  });
  const call = { method: 'GET', path: '/v2/pcm/catalog/products/abc?include=files', headers: {} };
  await watchCall(call, async () => ({ status: 200 }));
  const [name, { attributes } = {}] = recorded[0] ?? [];
  expect(name).toBe('GET /shop/v2/pcm/catalog/products/{id}');
  expect(attributes?.['url.full']).toBe('https://platform.example/shop/v2/pcm/catalog/products/REDACTED');
});
