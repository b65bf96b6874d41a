/** Writes that were not done, or may not have been: as both faces tell it, and why as an operator is told it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { openEmbedded } from '../../support/engines.ts';
import { type GatewayBefore, openGatewayBefore } from '../../support/gateway-before.ts';

let gateway: GatewayBefore;
let isAway = false;
beforeAll(async () => {
  const away = { status: 502, text: '<html>' };
  gateway = await openGatewayBefore(openEmbedded, { distort: (answer) => (isAway ? away : answer) });
});
beforeEach(() => {
  isAway = true;
  gateway.bugs.length = 0;
});
afterAll(() => gateway.drop());

const keyId = demoIds.applicationKeys.storefront;
const path = `/v2/application-keys/${keyId}`;
const body = { data: { type: 'application_key', name: 'Shop' } };
const message = /^The write went to the platform, and no answer came: whether it was done is not known/;
const reason = { message: 'The platform answered 502 with 6 characters that are not of its contract.' };

it('OUTCOME_UNKNOWN is 504 over REST, again under the same key, and its reason is in the log', async () => {
  const headers = { 'Idempotency-Key': 'renamed-once' };
  const first = await gateway.rest('PUT', path, { body, headers });
  const { detail } = first.body.errors[0];
  expect([first.status, first.body]).toEqual([504, { errors: [{ title: 'Gateway Timeout', status: '504', detail }] }]);
  expect(detail).toMatch(message);
  expect(gateway.bugs).toEqual([expect.objectContaining(reason)]);
  const calls = gateway.requests.length;
  const again = await gateway.rest('PUT', path, { body, headers });
  expect([again.status, again.body.errors[0].detail]).toEqual([
    504,
    expect.stringContaining('was sent to the platform before'),
  ]);
  expect(gateway.requests.length).toBe(calls);
});

it('it has the same status in the graph', async () => {
  const rename =
    'mutation ($input: UpdateApplicationKeyInput!) { updateApplicationKey(input: $input) { applicationKey { id } } }';
  const { data, errors, shown } = await gateway.ask(rename, { input: { id: keyId, name: 'Shop' } });
  expect(errors, shown).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(message),
      path: ['updateApplicationKey'],
      extensions: expect.objectContaining({ code: 'OUTCOME_UNKNOWN', status: 504, title: 'Gateway Timeout' }),
    }),
  ]);
  expect(data).toEqual({ updateApplicationKey: null });
  expect(gateway.bugs).toEqual([expect.objectContaining(reason)]);
});

it('400 comes before 403, which only the platform can say, and 401 before either', async () => {
  isAway = false;
  const rename = (as: 'nobody' | 'shopper', name: string) =>
    gateway.rest('PUT', path, { as, body: { data: { type: 'application_key', name } } });
  const statuses = [];
  for (const [as, name] of [
    ['nobody', ''],
    ['shopper', ''],
    ['shopper', 'Shop'],
  ] as const)
    statuses.push((await rename(as, name)).status);
  expect(statuses).toEqual([401, 400, 403]);
});
