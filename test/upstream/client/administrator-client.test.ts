import { expect, it, onTestFinished } from 'vitest';
import { json } from '../../support/faulty-platform.ts';
import { openFaultyUpstream } from '../../support/faulty-upstream.ts';

async function open() {
  const faulty = await openFaultyUpstream({ dialect: 'contract', hasPricingOptions: false });
  onTestFinished(faulty.close);
  return faulty;
}

const tooMany = (seconds?: number) =>
  json({ errors: [] }, 429, seconds === undefined ? {} : { 'retry-after': String(seconds) });

it.each([
  [429, {}],
  [429, { 'retry-after': '1' }],
  [503, { 'retry-after': '5' }],
])(
  'a read that comes too soon (%i) is sent again later',
  async (status, headers) => {
    const { platform, upstream } = await open();
    let calls = 0;
    platform.behave((request, response) => {
      calls += 1;
      return calls === 1
        ? json({ errors: [] }, status, headers)(request, response)
        : json({ data: [] })(request, response);
    });
    expect((await upstream.administrator.get('/v2/pcm/catalogs')).body).toEqual({ data: [] });
    expect(calls).toBe(2);
  },
  15_000,
);

it('one that would have to wait for longer than a minute is given up at once', async () => {
  const { platform, upstream } = await open();
  platform.behave(tooMany(61));
  await expect(upstream.administrator.get('/v2/pcm/catalogs')).rejects.toMatchObject({
    ...{ code: 'UNAVAILABLE', retryAfterSeconds: 61 },
  });
  expect(platform.calls).toHaveLength(1);
});

it('who waits is ended by the signal', async () => {
  const { platform, upstream } = await open();
  platform.behave(tooMany(30));
  const ending = new AbortController();
  const reading = upstream.administrator.get('/v2/pcm/catalogs', ending.signal);
  setTimeout(() => ending.abort(new Error('enough')), 300);
  await expect(reading).rejects.toThrow('enough');
});
