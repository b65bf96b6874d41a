import { afterEach, describe, expect, it } from 'vitest';
import { type ClientErrorCode, clientErrorOutcomes } from '../../src/http/error-outcomes.ts';
import { createRequestNotes, type RequestNotes } from '../../src/http/request-notes.ts';
import { addUp } from '../../src/metrics/add-up.ts';
import { addGatewayGauges } from '../../src/metrics/gateway-gauges.ts';
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts';
import { readMetrics } from '../support/read-metrics.ts';

const open: Metrics[] = [];
afterEach(() => {
  for (const metrics of open.splice(0)) metrics.close();
});

function create(): Metrics {
  const metrics = createMetrics();
  open.push(metrics);
  return metrics;
}

const read = async (metrics: Metrics) => readMetrics(await addUp([await metrics.snapshot()]));
const answer = (path: string, status = 200) => ({ path, status, durationMs: 3 });
const notes = (changes: Partial<RequestNotes> = {}): RequestNotes => ({ ...createRequestNotes(), ...changes });
const work = { requested: 70, actual: 50, batches: 2 };

describe('a request that was answered', () => {
  it.each<[string, string, number, Partial<RequestNotes>, Record<string, string>]>([
    ['without a name', '/graphql', 200, {}, { face: 'graphql', operation: 'other', code: 'OK', status: '200' }],
    [
      'with a registered one',
      '/graphql',
      200,
      { operation: 'Page' },
      { face: 'graphql', operation: 'Page', code: 'OK' },
    ],
    ['with an error in it', '/graphql', 200, { code: 'NOT_FOUND' }, { code: 'NOT_FOUND', status: '200' }],
    [
      'over REST',
      '/pcm/catalog/products',
      200,
      { operation: 'listProducts' },
      { face: 'rest', operation: 'listProducts' },
    ],
    ['over REST, of the shown release', '/catalog', 200, {}, { face: 'rest' }],
    ['over REST, of an administrator', '/catalogs/1/releases', 200, {}, { face: 'rest' }],
    ['that came too fast', '/v2/pcm/catalog/products', 429, {}, { face: 'rest', code: 'RATE_LIMITED', status: '429' }],
    ['that was no HTTP', '', 400, {}, { face: 'other', code: 'BAD_REQUEST', status: '400' }],
    [
      'whose client has gone',
      '/graphql',
      499,
      { code: 'BAD_REQUEST' },
      { face: 'graphql', code: 'CLIENT_GONE', status: '499' },
    ],
    ['of a probe', '/health/live', 200, {}, { face: 'other', operation: 'other', code: 'OK' }],
  ])('is counted by what it was: one %s', async (_, path, status, changes, labels) => {
    const metrics = create();
    metrics.onAnswered(answer(path, status), notes(changes));
    const { sum } = await read(metrics);
    expect([sum('gateway_requests_total', labels), sum('gateway_requests_total')]).toEqual([1, 1]);
    expect(sum('gateway_request_duration_seconds_sum', { face: labels.face ?? 'graphql' })).toBe(0.003);
  });

  it('is counted once, however often somebody looks', async () => {
    const metrics = create();
    metrics.onAnswered(answer('/graphql'), notes({ isCached: true }));
    await metrics.snapshot();
    metrics.onAnswered(answer('/graphql'), notes({ isCached: false }));
    const { sum } = await read(metrics);
    expect(sum('gateway_requests_total')).toBe(2);
    expect(sum('gateway_response_cache_lookups_total', { result: 'hit' })).toBe(1);
    expect(sum('gateway_response_cache_lookups_total', { result: 'miss' })).toBe(1);
  });

  it('has the statements that were sent while it ran, and the work that it took', async () => {
    const metrics = create();
    const requests = [notes({ work }), notes({ work })] as const;
    await Promise.all(
      requests.map((request, index) =>
        metrics.watchOperation(request, async () => {
          await Promise.resolve();
          for (let sent = 0; sent <= index; sent += 1) metrics.onStatement(4, sent > 0);
        }),
      ),
    );
    metrics.onStatement(1, false);
    expect(requests.map(({ statements }) => statements)).toEqual([1, 2]);
    for (const request of requests) metrics.onAnswered(answer('/graphql'), request);
    const { sum } = await read(metrics);
    expect(sum('gateway_request_statements_sum')).toBe(3);
    expect(sum('gateway_database_statement_duration_seconds_count')).toBe(4);
    expect(sum('gateway_database_failed_statements_total')).toBe(1);
    expect(sum('gateway_query_requested_cost_sum')).toBe(140);
    expect(sum('gateway_query_actual_cost_sum')).toBe(100);
    expect(sum('gateway_request_batches_sum')).toBe(4);
  });
});

describe('a call of the platform', () => {
  it('is counted by the class of its status, and where no answer came, too', async () => {
    const metrics = create();
    for (const status of [200, 201, 404, 503]) await metrics.countCall(async () => ({ status }));
    const broken = metrics.countCall(() => Promise.reject(new Error('cut')));
    await expect(broken).rejects.toThrow('cut');
    const { sum } = await read(metrics);
    const count = (status: string) => sum('gateway_upstream_calls_total', { status });
    expect(['2xx', '4xx', '5xx', 'none'].map(count)).toEqual([2, 1, 1, 1]);
    expect(sum('gateway_upstream_call_duration_seconds_count')).toBe(5);
  });
});

describe('the number of series', () => {
  it('stays below 300 with 100,000 names, and every code on every interface', async () => {
    const metrics = create();
    addGatewayGauges(metrics, {
      queue: { waitMs: () => 8, countRefused: () => 9 },
      responseCache: { size: () => ({ entries: 1, bytes: 2 }) },
      liveConnections: { count: () => 3 },
      readiness: { isReady: async () => true },
      engine: {
        connections: () => ({ inUse: 4, idle: 5, waiting: 6 }),
        describeReplicas: () => ({ one: { isUsable: true, lagSeconds: 1 } }),
      },
      outbox: { countPending: async () => ({ count: 7, since: null }) },
      upstream: { isLeftAlone: () => false },
      mirror: { describe: async () => ({ mirror: { ageSeconds: 30 } }) },
      now: () => new Date(),
    });
    for (let name = 0; name < 100_000; name += 1) {
      metrics.onAnswered(answer('/graphql'), notes({ operation: `Operation${name}`, work, isCached: name % 2 === 0 }));
    }
    for (const path of ['/graphql', '/v2/x', '/']) metrics.onAnswered(answer(path), notes());
    for (const status of [200, 302, 404, 503]) await metrics.countCall(async () => ({ status }));
    const codes = Object.entries(clientErrorOutcomes) as [ClientErrorCode, { status: number }][];
    for (const [code, { status }] of codes) {
      for (const path of ['/graphql', '/v2/x', '/']) metrics.onAnswered(answer(path, status), notes({ code }));
      metrics.onAnswered(answer('/graphql', 200), notes({ code, operation: 'Refused' }));
      metrics.onAnswered(answer('/graphql', 200), notes({ code }));
    }
    const { samples, sum } = await read(metrics);
    expect(sum('gateway_requests_total')).toBe(100_003 + 5 * codes.length);
    expect(sum('gateway_requests_total', { operation: 'Operation0' })).toBe(1);
    expect(sum('gateway_requests_total', { operation: 'other', code: 'OK', face: 'graphql' })).toBeGreaterThan(90_000);
    expect(samples.length).toBeLessThan(300);
  });

  it('leaves names to operations that are answered, however many others are refused', async () => {
    const metrics = create();
    for (let name = 0; name < 100; name += 1) {
      metrics.onAnswered(answer('/graphql', 401), notes({ operation: `Operation${name}`, code: 'UNAUTHENTICATED' }));
    }
    metrics.onAnswered(answer('/graphql'), notes({ operation: 'Product' }));
    const { sum } = await read(metrics);
    const refused = { code: 'UNAUTHENTICATED', status: '401' };
    expect(sum('gateway_requests_total', { ...refused, operation: 'Operation9' })).toBe(1);
    expect(sum('gateway_requests_total', { ...refused, operation: 'other' })).toBe(90);
    expect(sum('gateway_requests_total', { operation: 'Product', code: 'OK' })).toBe(1);
  });
});

describe('what there is', () => {
  it('is shown as it is when somebody looks, and not where it is not known', async () => {
    const metrics = create();
    let since: string | null = null;
    let isAway = false;
    let refused = 3;
    addGatewayGauges(metrics, {
      queue: { waitMs: () => 250, countRefused: () => refused },
      responseCache: { size: () => ({ entries: 1, bytes: 2000 }) },
      liveConnections: { count: () => 3 },
      readiness: { isReady: async () => !isAway },
      engine: { connections: () => null, describeReplicas: () => ({}) },
      outbox: {
        countPending: async () => {
          if (isAway) throw new Error('no database');
          return { count: since ? 1 : 0, since };
        },
      },
      ...{ upstream: null, mirror: null },
      now: () => new Date('2027-01-01T00:01:00Z'),
    });
    const age = 'gateway_webhook_oldest_message_age_seconds';
    expect((await read(metrics)).sum(age)).toBe(0);
    since = '2027-01-01T00:00:00Z';
    refused = 5;
    const { sum } = await read(metrics);
    expect([sum('gateway_request_wait_seconds'), sum('gateway_refused_requests_total')]).toEqual([0.25, 5]);
    expect([sum(age), sum('gateway_webhook_messages_pending')]).toEqual([60, 1]);
    expect([sum('gateway_response_cache_bytes'), sum('gateway_live_subscriptions')]).toEqual([2000, 3]);
    expect(sum('gateway_not_ready')).toBe(0);
    isAway = true;
    const away = await read(metrics);
    expect(away.sum('gateway_not_ready')).toBe(1);
    const names = away.samples.map(({ name }) => name);
    expect(names).not.toContain(age);
    expect(names).not.toContain('gateway_database_connections');
  });

  it.each([
    [false, null, [0, 0]],
    [true, 90, [1, 90]],
  ])('is the platform, left alone or not, and how old its mirror is', async (isLeftAlone, ageSeconds, expected) => {
    const metrics = create();
    addGatewayGauges(metrics, {
      queue: { waitMs: () => 0, countRefused: () => 0 },
      responseCache: { size: () => ({ entries: 0, bytes: 0 }) },
      liveConnections: { count: () => 0 },
      readiness: { isReady: async () => true },
      engine: { connections: () => null, describeReplicas: () => ({}) },
      outbox: null,
      upstream: { isLeftAlone: () => isLeftAlone },
      mirror: { describe: async () => ({ mirror: { ageSeconds } }) },
      now: () => new Date(),
    });
    const { sum, samples } = await read(metrics);
    expect([sum('gateway_upstream_breaker_open'), sum('gateway_mirror_age_seconds')]).toEqual(expected);
    const isShown = samples.some(({ name }) => name === 'gateway_mirror_age_seconds');
    expect(isShown).toBe(ageSeconds !== null);
  });

  it('says how late the event loop is, and what the process takes', async () => {
    const { sum, samples } = await read(create());
    expect(sum('gateway_memory_bytes', { kind: 'resident' })).toBeGreaterThan(10_000_000);
    expect(sum('gateway_cpu_seconds_total')).toBeGreaterThan(0);
    const delays = samples.filter(({ name }) => name === 'gateway_event_loop_delay_seconds');
    expect(delays.map(({ labels }) => labels.rank)).toEqual(['median', 'p99', 'worst']);
  });
});
