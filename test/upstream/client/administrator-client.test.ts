import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Behaviour, json, type Received } from '../../support/faulty-platform.ts';
import { openFaultyUpstream } from '../../support/faulty-upstream.ts';

async function open() {
  const faulty = await openFaultyUpstream({ dialect: 'contract', hasPricingOptions: false });
  onTestFinished(faulty.close);
  return faulty;
}

it('a token is requested with what the gateway is known by, and sent with each read', async () => {
  const known = { clientId: 'gateway', clientSecret: async () => 's & cret' };
  const { platform, upstream, close } = await openFaultyUpstream({
    dialect: 'contract',
    hasPricingOptions: false,
    ...known,
  });
  onTestFinished(close);
  platform.behave(json({ data: [] }));
  await upstream.administrator.get('/v2/pcm/catalogs');
  const [request, read] = platform.received;
  expect(request).toMatchObject({ method: 'POST', path: '/oauth/access_token' });
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    ...{ grant_type: 'client_credentials', client_id: 'gateway', client_secret: 's & cret' },
  });
  expect(read?.headers.authorization).toBe('Bearer own-1');
});

const tooMany = (seconds?: number) =>
  json({ errors: [] }, 429, seconds === undefined ? {} : { 'retry-after': String(seconds) });

it.each([
  [429, {}],
  [429, { 'retry-after': '1' }],
  [503, { 'retry-after': '5' }],
  [500, { 'retry-after': '5' }],
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

it.each([
  ['502', json({}, 502)],
  ['503', json({}, 503)],
  ['504', json({}, 504)],
  ['a connection that breaks', (_: Received, response: ServerResponse) => void response.destroy()],
])(
  'a platform that has just answered is waited for where it is away for a moment: %s',
  async (_, away) => {
    const { platform, upstream } = await open();
    platform.behave(json({ data: [] }));
    await upstream.administrator.get('/v2/pcm/catalogs');
    let failures = 4;
    platform.behave((request, response) => (failures-- > 0 ? away : json({ data: [] }))(request, response));
    expect((await upstream.administrator.get('/v2/pcm/catalogs')).body).toEqual({ data: [] });
  },
  15_000,
);

/** Takes no token but the newer one, which it gives after it has answered so many requests for it otherwise. */
function withdrawsTokens(failures: number, status: number): Behaviour {
  let left = failures;
  const newer = json({ access_token: 'newer', expires_in: 3600 });
  return (request, response) => {
    const isKnown = request.headers.authorization === 'Bearer newer';
    const answer = request.path === '/oauth/access_token' ? newer : isKnown ? json({ data: [] }) : json({}, 401);
    return (answer === newer && left-- > 0 ? json({}, status) : answer)(request, response);
  };
}

it.each([
  [503, { body: { data: [] } }],
  [401, { code: 'UNAVAILABLE', message: 'The platform refuses the credentials of the gateway itself.' }],
])(
  'so is one that gives no new token for a moment in the place of one that it withdrew, unless it refuses to: %i',
  async (status, expected) => {
    const { platform, upstream } = await open();
    platform.behave(json({ data: [] }));
    await upstream.administrator.get('/v2/pcm/catalogs');
    // One that is refused as soon as it was issued is not replaced.
    await sleep(1100);
    platform.behaveAlways(withdrawsTokens(4, status));
    const outcome = await upstream.administrator.get('/v2/pcm/catalogs').catch((error: unknown) => error);
    expect(outcome).toMatchObject(expected);
  },
  15_000,
);

it.each([502, 500])('one that has never answered, or says 500, is not waited for: %i', async (status) => {
  const { platform, upstream } = await open();
  platform.behave(json({ data: [] }));
  if (status === 500) await upstream.administrator.get('/v2/pcm/catalogs');
  platform.behave(json({}, status));
  await expect(upstream.administrator.get('/v2/pcm/catalogs')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('one that would have to wait for longer than a minute is given up at once', async () => {
  const { platform, upstream } = await open();
  platform.behave(tooMany(61));
  await expect(upstream.administrator.get('/v2/pcm/catalogs')).rejects.toMatchObject({
    ...{ code: 'UNAVAILABLE', retryAfterSeconds: 61 },
  });
  expect(platform.calls).toHaveLength(1);
});

function clockAhead() {
  const ahead = { ms: 0 };
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead.ms);
  onTestFinished(() => clock.mockRestore());
  return ahead;
}

it('one that has taken no call for a minute is not waited for by each read again, until it takes one', async () => {
  const { platform, upstream } = await open();
  const get = () => upstream.administrator.get('/v2/pcm/catalogs');
  const clock = clockAhead();
  for (const seconds of [61, 1]) {
    platform.behave(tooMany(seconds));
    await expect(get()).rejects.toMatchObject({ retryAfterSeconds: seconds });
    clock.ms += 62_000;
  }
  expect(platform.calls).toHaveLength(2);
  platform.behave(json({ data: [] }));
  await get();
  platform.behave((request, response) =>
    (platform.calls.length === 4 ? tooMany(1) : json({ data: [] }))(request, response),
  );
  await get();
  expect(platform.calls).toHaveLength(5);
}, 15_000);

it('what was waited for in vain is not waited for again until it is answered, whatever else is', async () => {
  const { platform, upstream } = await open();
  const clock = clockAhead();
  const get = (path: string) => upstream.administrator.get(path);
  let failures = Number.POSITIVE_INFINITY;
  platform.behave((request, response) => {
    const isLost = request.path === '/lost' && failures-- > 0;
    return json({ data: [] }, isLost ? 503 : 200)(request, response);
  });
  for (let call = 0; call < 10; call += 1) await get('/answered');
  const lost = get('/lost');
  await expect.poll(() => platform.calls.some(({ path }) => path === '/lost')).toBe(true);
  clock.ms += 61_000;
  await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await get('/answered');
  await expect(get('/lost')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  failures = 0;
  await get('/lost');
  failures = 4;
  expect((await get('/lost')).body).toEqual({ data: [] });
}, 15_000);

it('who waits is ended by the signal', async () => {
  const { platform, upstream } = await open();
  platform.behave(tooMany(30));
  const ending = new AbortController();
  const reading = upstream.administrator.get('/v2/pcm/catalogs', ending.signal);
  setTimeout(() => ending.abort(new Error('enough')), 300);
  await expect(reading).rejects.toThrow('enough');
});
