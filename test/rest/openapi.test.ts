/** The OpenAPI document tells the truth: every operation's answers, of every status, are what it says. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../src/demo/demo-id.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { identifierConstraint, uuidConstraint } from '../../src/domain/input/identifiers.ts';
import type { Services } from '../../src/domain/ports.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';
import { createRestApp } from '../../src/rest/rest-app.ts';
import type { RestRoute } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { describeEachEngine } from '../support/engines.ts';
import { fetchFromRest } from '../support/fetch-from.ts';
import { sendRaw } from '../support/raw-http.ts';
import { writingContext } from '../support/request-contexts.ts';
import { openRestGateway, type RestAnswer, type RestGateway } from '../support/rest-gateway.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** What the parameters of a path are, so that it leads somewhere. */
const params: Readonly<Record<string, string>> = {
  id: demoIds.applicationKeys.admin,
  customApiId: demoIds.customApi,
  fieldId: unknownId,
  product_id: demoIds.products.showcaseParent,
  node_id: demoIds.nodes.jackets,
  hierarchy_id: demoIds.nodes.clothing,
  catalog_id: demoIds.catalogs.main,
  rule_id: demoId('rule/everybody'),
};

const goodData: Readonly<Record<string, object>> = {
  createSubscription: {
    account_id: demoIds.partnerAccount,
    offering_id: demoIds.offering,
    plan_id: demoIds.plan,
    currency: 'EUR',
    name: 'Reinhold',
    email: 'reinhold@example.com',
  },
  updateApplicationKey: { type: 'application_key', name: 'Admin' },
  createCustomApi: { name: 'Passes', slug: 'passes', api_type: 'openapi_passes_ext' },
  createCustomField: { name: 'Altitude', slug: 'openapi_altitude', field_type: 'float' },
};

type Failure = readonly [status: number, failure: () => Error];
const failures: readonly Failure[] = [
  [500, () => new Error('a bug')],
  [501, () => new DomainError('UNSUPPORTED', 'The platform has nothing that could answer this.')],
  [503, () => new DomainError('UNAVAILABLE', 'The database can not be reached.')],
  // Of a platform, which has statuses of its own.
  [
    402,
    () => new DomainError('UNPROCESSABLE_ENTITY', 'Pay first.', [], { platform: { status: 402, title: 'Unpaid' } }),
  ],
];
const ofWrites: Failure = [504, () => new DomainError('OUTCOME_UNKNOWN', 'The platform did not answer.')];
/** What a store that nobody has published in says to every shopper. */
const unpublished: Failure = [404, () => new DomainError('NOT_FOUND', 'No catalog has been published yet.')];

/** A field's slug and an API's type can be taken once only. */
function slugOf({ operationId }: RestRoute, name: string): object {
  if (operationId === 'createCustomApi') return { api_type: `openapi_${name.toLowerCase()}_ext` };
  return operationId === 'createCustomField' ? { slug: `openapi_${name.toLowerCase()}` } : {};
}

interface Operation {
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly responses: Readonly<
    Record<string, { headers?: object; content: { 'application/json': { schema: object } } }>
  >;
}

const pathOf = ({ path }: RestRoute, changes: Readonly<Record<string, string>> = {}) =>
  `/v2${path.replace(/:(\w+)/g, (_, name: string) => changes[name] ?? params[name] ?? 'missing')}`;

describeEachEngine('the OpenAPI document', (open, engineName) => {
  const gateway = useOpened(() => openRestGateway(open));
  let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const seen = new Map<string, Set<string>>();

  beforeAll(async () => {
    document = (await gateway.rest('GET', '/v2/openapi.json', { as: 'nobody' })).body;
    ajv.addSchema(document, 'openapi.json');
  });

  const operationOf = ({ path, method }: RestRoute) =>
    document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;

  function expectDescribed(route: RestRoute, status: number, body: unknown): void {
    const described = operationOf(route).responses[status] ? String(status) : 'default';
    const pointer = [
      'paths',
      route.path.replace(/:(\w+)/g, '{$1}'),
      route.method.toLowerCase(),
      'responses',
      described,
    ];
    const escaped = [...pointer, 'content', 'application/json', 'schema'].map((segment) =>
      encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = ajv.getSchema(`openapi.json#/${escaped.join('/')}`);
    expect(described === 'default', `${route.operationId} ${status}`).toBe(status === 402);
    expect(validate?.(body), JSON.stringify([route.operationId, status, validate?.errors?.slice(0, 3)])).toBe(true);
    seen.set(route.operationId, (seen.get(route.operationId) ?? new Set()).add(described));
  }

  const ask = (route: RestRoute, path: string, options: Parameters<RestGateway['rest']>[2] = {}): Promise<RestAnswer> =>
    gateway.rest(route.method, path, {
      ...(route.request && { body: { data: goodData[route.operationId] } }),
      ...options,
    });

  /** No write ends until the answered function is called. */
  async function holdWrites(): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    // SQLite has one connection that writes.
    const lock = engineName === 'postgres' ? sql`lock table idempotency_key in share mode` : sql`select 1`;
    const holding = gateway.engine.writer.transaction().execute(async (transaction) => {
      await lock.execute(transaction);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return () => {
      released.resolve();
      return holding;
    };
  }

  /** Some ids are born here. */
  async function goodPath(route: RestRoute): Promise<string> {
    if (route.operationId === 'getCustomField') {
      const fields = await gateway.rest('GET', pathOf(route).replace(/\/[^/]+$/, ''));
      return pathOf(route, { fieldId: fields.body.data[0].id });
    }
    if (route.path.includes(':release_id')) {
      const latest = await gateway.rest('GET', `/v2/pcm/catalogs/${params.catalog_id}/releases/latestPublished`);
      return pathOf(route, { release_id: latest.body.data.id });
    }
    if (route.operationId === 'getSubscription') {
      const body = { data: goodData.createSubscription };
      return pathOf(route, {
        id: (await gateway.rest('POST', '/v2/subscriptions/subscriptions', { body })).body.data.id,
      });
    }
    if (route.path.startsWith('/subscriptions/offerings')) return pathOf(route, { id: demoIds.offering });
    return pathOf(route);
  }

  it('is OpenAPI 3.1, and names each operation once', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://shop.example/v2' }] });
    const ids = routes.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a tag for each kind of resource, which tools make a folder of', () => {
    const tags = ['catalog', 'catalogs', 'subscriptions', 'application-keys', 'custom-apis'];
    expect(document).toMatchObject({ tags: tags.map((name) => ({ name })) });
    expect([...new Set(routes.flatMap((route) => operationOf(route).tags))]).toEqual(tags);
  });

  it('has no defaults for what its answers hold', () => {
    expect(JSON.stringify(document.components.schemas)).not.toMatch(/"default":[^{]/);
  });

  describe.each(routes.map((route) => [route.operationId, route] as const))('%s', (_, route) => {
    it('says what each parameter of its path is', () => {
      const names = Array.from(route.path.matchAll(/:(\w+)/g), ([, name]) => name);
      const ids = route.path.startsWith('/pcm/') ? identifierConstraint : uuidConstraint;
      expect((operationOf(route).parameters ?? []).filter((one) => one.in === 'path')).toEqual(
        names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', ...ids } })),
      );
    });

    it('succeeds as described', async () => {
      const answer = await ask(route, await goodPath(route));
      expect(answer.status, answer.text.slice(0, 500)).toBe(route.status);
      expectDescribed(route, answer.status, answer.body);
    });

    const revalidation = async () => {
      const path = await goodPath(route);
      const first = await ask(route, path);
      const again = await ask(route, path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
      expect([again.status, again.text]).toEqual([304, '']);
      for (const { status, headers } of [first, again]) {
        const described = Object.keys(operationOf(route).responses[status]?.headers ?? {});
        expect(described).toContain('ETag');
        expect(described.filter((name) => !headers.has(name))).toEqual([]);
      }
      seen.get(route.operationId)?.add('304');
    };
    if (route.isCatalog) it('is revalidated as described', revalidation);

    it('is refused as described', async () => {
      const path = pathOf(route);
      const asked = async (expected: number, answer: Promise<RestAnswer>) => {
        const { status, body, text } = await answer;
        expect(status, text).toBe(expected);
        expectDescribed(route, status, body);
      };
      await asked(400, ask(route, `${path}?x=%FF`));
      await asked(401, ask(route, path, { headers: { Authorization: 'Bearer forged' } }));
      if (!route.isCatalog && !route.isOpen) await asked(403, ask(route, path, { as: 'shopper' }));
      await asked(405, gateway.rest('DELETE', path));
      if (route.request) {
        await asked(400, ask(route, path, { body: {} }));
        await asked(413, ask(route, path, { body: 'a'.repeat(1_000_001) }));
        await asked(415, ask(route, path, { headers: { 'Content-Type': 'text/plain' } }));
      }
      if (route.request) {
        const changed = (name: string) => ({ ...goodData[route.operationId], name, ...slugOf(route, name) });
        const keyed = (key: string, name: string) =>
          ask(route, path, { headers: { 'Idempotency-Key': key }, body: { data: changed(name) } });
        const first = await keyed('one', 'First');
        expect(await keyed('one', 'First')).toMatchObject({ status: route.status, body: first.body });
        await asked(422, keyed('one', 'Other'));
        // One of them waits for the store, and the other one is refused.
        const release = await holdWrites();
        const raced = [keyed('two', 'Raced'), keyed('two', 'Raced')];
        await asked(409, Promise.race(raced));
        await release();
        await Promise.all(raced);
      }
      if (/:/.test(route.path)) {
        const nobody = Object.fromEntries(Object.keys(params).map((name) => [name, unknownId]));
        await asked(404, ask(route, pathOf(route, nobody)));
      }
      if (route.operationId === 'createSubscription') {
        await asked(404, ask(route, path, { body: { data: { ...goodData.createSubscription, plan_id: unknownId } } }));
      }
      if (/^createCustom/.test(route.operationId)) await asked(409, ask(route, path));
      if (route.operationId === 'listChildProducts') {
        await asked(422, ask(route, pathOf(route, { product_id: demoIds.products.standard })));
      }
    });

    it.each([...failures, ...(route.isCatalog ? [unpublished] : []), ...(route.request ? [ofWrites] : [])])(
      'fails as described by %i',
      async (status, failure) => {
        const services = new Proxy(
          {},
          { get: () => new Proxy({}, { get: () => async () => Promise.reject(failure()) }) },
        );
        const app = createRestApp({
          services: services as Services,
          readRequestContext: async () => writingContext(),
          limits: defaultLimits,
          responseCache: createResponseCache((services as Services).catalog, 0),
          httpCacheSeconds: 0,
          baseUrl: 'https://shop.example',
          reportBug: () => {},
        });
        const response = await fetchFromRest(app)(pathOf(route), {
          method: route.method,
          ...(route.request && {
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ data: goodData[route.operationId] }),
          }),
        });
        expect(response.status).toBe(status);
        expectDescribed(route, status, await response.json());
      },
    );
  });

  describe('what the server says before any operation', () => {
    let app: RunningApp;
    beforeAll(async () => {
      app = await startApp({
        RATE_LIMIT_PER_ADDRESS: '1',
        HEADERS_TIMEOUT_MS: '100',
        MAX_HEADER_BYTES: '4096',
        REQUEST_TIMEOUT_MS: '200',
      });
    });
    afterAll(() => app.close());

    it.each([
      [408, 'Host: a\r\nX-Slow: '],
      [431, `Host: a\r\nX-Long: ${'a'.repeat(5000)}\r\n\r\n`],
      [429, 'Host: a\r\nConnection: close\r\n\r\n'],
    ])('is described for each: %i', async (status, head) => {
      const send = () => sendRaw(app.port, `GET /v2/application-keys HTTP/1.1\r\n${head}`, { timeoutMs: 3000 });
      const answers = status === 429 ? await Promise.all([send(), send(), send()]) : [await send()];
      const answer = answers.find((one) => one.status === status);
      expect(answer, JSON.stringify(answers)).toBeDefined();
      for (const route of routes) expectDescribed(route, status, JSON.parse(answer?.body ?? ''));
    });
  });

  it('describes nothing that was not answered here', () => {
    for (const route of routes) {
      expect([...(seen.get(route.operationId) ?? [])].sort(), route.operationId).toEqual(
        Object.keys(operationOf(route).responses).sort(),
      );
    }
  });

  it('every operation is answered without a bug', () => expect(gateway.bugs).toEqual([]));
});
