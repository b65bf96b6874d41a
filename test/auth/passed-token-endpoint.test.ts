/** `POST /oauth/access_token` before a platform: what is sent goes there, and what it answers comes back, or a clear error in its place. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPassedTokenEndpoint } from '../../src/auth/passed-token-endpoint.ts';
import type { TokenEndpoint } from '../../src/auth/token-endpoint.ts';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { openUpstream, type Upstream } from '../../src/upstream/client/open-upstream.ts';
import {
  type Behaviour,
  broken,
  cut,
  endless,
  json,
  openFaultyPlatform,
  silent,
  text,
} from '../support/faulty-platform.ts';
import { toHttpRequest } from '../support/fetch-from.ts';
import { useOpened } from '../support/use-opened.ts';

const secret = 'secret-of-the-shop';
const form = `grant_type=client_credentials&client_id=shop&client_secret=${secret}`;
const refusal = { errors: [{ status: '401', title: 'Unauthorized', detail: 'Unknown client.' }] };

const platform = useOpened(openFaultyPlatform);
let upstream: Upstream;
let endpoint: TokenEndpoint;
const outages: unknown[] = [];

// Each test has a gateway that has not yet seen the platform fail.
beforeEach(() => {
  outages.length = 0;
  upstream = openUpstream({
    config: {
      ...{ url: platform.url, clientId: null, clientSecret: null, dialect: 'contract', catalog: 'live' },
      ...{ requestsPerSecond: 10_000, concurrency: 10, timeoutMs: 2000, cacheSeconds: 0, caFile: null },
      ...{ hasPricingOptions: false, manualPayments: null },
    },
    monotonicNow: () => performance.now(),
  });
  const { passTokenRequest: pass } = upstream;
  endpoint = createPassedTokenEndpoint({ pass, reportOutage: (cause) => void outages.push(cause) });
});
afterEach(() => upstream.close());

function requestToken(behaviour: Behaviour, { body = form, type = 'application/x-www-form-urlencoded' } = {}) {
  platform.behaveAlways(behaviour);
  const headers = { 'content-type': type };
  return endpoint(toHttpRequest(new Request('http://127.0.0.1/oauth/access_token', { method: 'POST', headers, body })));
}

it.each([
  ['application/x-www-form-urlencoded', form],
  ['application/json', '{"grant_type":"implicit","client_id":"shop"}'],
])('%s goes to the root of the host as it came, and the answer comes back as it is', async (type, body) => {
  const issued = '{"access_token":"one", "expires_in":3600, "identifier":"implicit", "more":18446744073709551615}';
  const response = await requestToken(text(issued), { type, body });
  expect([response.status, await response.text()]).toEqual([200, issued]);
  expect(platform.received.at(-1)).toMatchObject({ method: 'POST', path: '/oauth/access_token', body });
});

it.each([400, 401, 403, 404, 422])('a refusal with %i is the own one of the platform', async (status) => {
  const response = await requestToken(json(refusal, status));
  expect([response.status, await response.json()]).toEqual([status, refusal]);
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer error="invalid_client"' : null);
});

it('a platform that is busy says when to come again', async () => {
  const { status, headers } = await requestToken(json(refusal, 429, { 'retry-after': '7' }));
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  // To another client it may say something else.
  expect((await requestToken(json({ access_token: 'one' }))).status).toBe(200);
});

it('a page of too many requests says when to come again, too', async () => {
  const busy = requestToken(text('<html>', 429, { 'retry-after': '7' }));
  await expect(busy).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '7' } });
});

describe('what is no answer', () => {
  const gone = 'The platform can not be reached for the moment. Try again.';
  const notIssued = 'The platform issues no tokens for the moment.';
  const foreign = 'The platform answered something that is not of its contract.';
  it.each<[string, Behaviour, number, string]>([
    ['500 with its internals', text('at Object.<anonymous> (/srv/app.js:1:1)', 500), 503, notIssued],
    ['502', text('<html>', 502), 503, notIssued],
    ['503 with JSON', json(refusal, 503), 503, notIssued],
    ['429 without a word', text('', 429), 503, notIssued],
    ['silence', silent, 503, gone],
    ['a cut', cut, 503, gone],
    ['half an answer, and a cut', broken('cut'), 503, gone],
    ['half an answer, and silence', broken('silent'), 503, gone],
    ['an endless answer', endless(), 503, gone],
    ['1 GB that is announced', endless(1_000_000_000), 503, gone],
    ['a page', text('<html>'), 502, foreign],
    ['a page with a 4xx', text('<html>', 403), 502, foreign],
    ['half a JSON', text('{"access_token":'), 502, foreign],
    ['nothing', text(''), 502, foreign],
    ['205, which has no body', json(refusal, 205), 502, foreign],
    ['a redirect', text('{}', 302, { location: 'http://127.0.0.1:1/' }), 502, foreign],
  ])('%s is a clear error, and tells no secret', async (_, behaviour, status, message) => {
    const problem = await requestToken(behaviour).then(
      () => expect.fail('it did not fail'),
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(HttpProblem);
    expect(problem).toMatchObject({ status, message });
    expect((problem as HttpProblem).headers).toEqual(status === 503 ? { 'Retry-After': '1' } : {});
    // An operator is told why nothing came.
    expect(outages).toEqual(message === gone ? [expect.objectContaining({ name: 'NoAnswer' })] : []);
    expect(String(problem) + String(outages)).not.toContain(secret);
  });
});
