import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';
import { defaultLimits } from '../src/http/limits.ts';

describe('without variables', () => {
  it('the gateway runs on its own, on this machine only', () => {
    const config = readConfig({});
    expect(config).toEqual({
      port: 4000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:4000',
      dataDirectory: './data',
      databaseUrl: null,
      passwordFile: null,
      replicaUrls: [],
      maxConnections: 10,
      statementTimeoutMs: 5000,
      isDemo: true,
      isProduction: false,
      outsideIssuer: null,
      catalogAccess: 'open',
      contextFrom: 'any',
      hasGraphiQL: true,
      releasesKept: 10,
      releaseNoticeMs: 10_000,
      corsOrigins: [],
      allowsLocalPages: true,
      logLevel: 'info',
      hasIntrospection: true,
      trustedDocumentsPath: null,
      trustedDocumentsOnly: false,
      limits: defaultLimits,
      rateLimitStore: 'memory',
      queueTimeoutMs: 1000,
      answerCacheBytes: 64_000_000,
      indexCacheBytes: 32_000_000,
      httpCacheSeconds: 0,
      clientConnections: 2000,
      keepAliveMs: 65_000,
      trustedProxies: 0,
      drainTimeoutMs: 9000,
      webhookTimeoutMs: 10_000,
      webhookGiveUpHours: 24,
      webhookPrivateAddresses: false,
      webhookHttp: false,
      upstream: null,
      mirrorSeconds: 30,
      mirrorHookSecret: null,
      workers: 1,
      metrics: null,
      tracing: null,
      variables: expect.arrayContaining(['PORT', 'MAX_DOCUMENT_BYTES', 'MAX_ERRORS', 'ANSWER_CACHE_MB']),
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('no fault quotes more than 100 characters of a variable', () => {
    const long = 'q'.repeat(10_000);
    for (const name of readConfig({}).variables) {
      let message = '';
      try {
        readConfig({ [name]: long });
      } catch (error) {
        message = String(error);
      }
      expect(message, name).not.toMatch(/q{101}/);
    }
  });

  it('an empty variable is as good as none', () => {
    const empty = { PORT: '', HOST: ' ', DATA_DIR: '', DATABASE_URL: '', DEMO: '', BASE_URL: '', LOG_LEVEL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe('the defaults follow', () => {
  it.each([
    [
      { DATABASE_URL: 'postgres://u:p@one:5433,two/shop?target_session_attrs=primary' },
      { databaseUrl: 'postgres://u:p@one:5433,two/shop?target_session_attrs=primary' },
    ],
    [{ DATABASE_URL: 'postgres://localhost/shop' }, { isDemo: false, rateLimitStore: 'database' }],
    [
      { DATABASE_URL: 'postgresql://localhost/shop', DEMO: 'on' },
      { isDemo: true, hasGraphiQL: true },
    ],
    [{ NODE_ENV: 'production' }, { isDemo: false, hasGraphiQL: false, hasIntrospection: false }],
    [
      { NODE_ENV: 'production', INTROSPECTION: 'on' },
      { hasGraphiQL: false, hasIntrospection: true },
    ],
    [
      { MAX_COST: '500', RATE_LIMIT_PER_CLIENT: '0' },
      { limits: { ...defaultLimits, cost: 500, clientRequestsPerSecond: 0 } },
    ],
    [
      { NODE_ENV: 'production', GRAPHIQL: 'true' },
      { isDemo: false, hasGraphiQL: true },
    ],
    [{ NODE_ENV: 'production' }, { isProduction: true }],
    [{ CATALOG_ACCESS: 'token' }, { catalogAccess: 'token' }],
    [
      { TRUSTED_DOCUMENTS: 'documents.json', TRUSTED_DOCUMENTS_ONLY: 'on' },
      { trustedDocumentsPath: 'documents.json', trustedDocumentsOnly: true },
    ],
    [{ CONTEXT_FROM: 'headers' }, { contextFrom: 'headers' }],
    [
      { AUTH_JWKS_URL: 'https://a.example/jwks', AUTH_ISSUER: 'https://a.example/', AUTH_AUDIENCE: 'shop' },
      { outsideIssuer: { jwksUrl: 'https://a.example/jwks', issuer: 'https://a.example/', audience: 'shop' } },
    ],
    [
      { AUTH_JWKS_URL: 'http://127.0.0.1:8080/jwks', AUTH_ISSUER: 'a', AUTH_AUDIENCE: 'shop' },
      { outsideIssuer: { jwksUrl: 'http://127.0.0.1:8080/jwks', issuer: 'a', audience: 'shop' } },
    ],
    [{ HOST: '::1', PORT: '80' }, { baseUrl: 'http://[::1]:80' }],
    [{ BASE_URL: 'https://api.example/shop//' }, { baseUrl: 'https://api.example/shop' }],
    [{ UPSTREAM_URL: 'https://a.example/shop/' }, { upstream: { url: 'https://a.example/shop' } }],
    [{ UPSTREAM_URL: 'https://a.example/shop//v2/' }, { upstream: { url: 'https://a.example/shop' } }],
    [{ UPSTREAM_URL: 'https://a.example/v2' }, { upstream: { url: 'https://a.example' } }],
    [{ UPSTREAM_URL: 'https://a.example/shop-v2' }, { upstream: { url: 'https://a.example/shop-v2' } }],
    [{ UPSTREAM_URL: 'http://localhost:8080' }, { upstream: { url: 'http://localhost:8080' } }],
    [{ UPSTREAM_URL: 'http://a.example', UPSTREAM_HTTP: 'on' }, { upstream: { url: 'http://a.example' } }],
    [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ HOST: '0.0.0.0' }, { allowsLocalPages: false }],
    [{ DEMO: 'off' }, { allowsLocalPages: false }],
    [
      { CORS_ORIGINS: 'https://*.preview.example,http://*.a.example:81' },
      { corsOrigins: ['https://*.preview.example', 'http://*.a.example:81'] },
    ],
    [
      { CORS_ORIGINS: 'https://a.example, http://b.example:8080,' },
      { corsOrigins: ['https://a.example', 'http://b.example:8080'] },
    ],
  ])('%j → %j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });
});

describe('a fault is a sentence that names its variable', () => {
  it.each([
    [{ PORT: '65536' }, "PORT must be a whole number from 0 to 65535, but is '65536'."],
    [{ PORT: '4e3' }, "PORT must be a whole number from 0 to 65535, but is '4e3'."],
    [{ PORT: '-1' }, "PORT must be a whole number from 0 to 65535, but is '-1'."],
    [{ MAX_CONNECTIONS: '0' }, "MAX_CONNECTIONS must be a whole number from 1 to 1000, but is '0'."],
    [{ WORKERS: '0' }, "WORKERS must be a whole number from 1 to 64, but is '0'."],
    [{ WORKERS: '65' }, "WORKERS must be a whole number from 1 to 64, but is '65'."],
    [{ DEMO: 'maybe' }, "DEMO must be on or off, but is 'maybe'."],
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is 'loud'."],
    [{ MAX_DEPTH: '0' }, "MAX_DEPTH must be a whole number from 1 to 100, but is '0'."],
    [
      { RATE_LIMIT_STORE: 'database' },
      'RATE_LIMIT_STORE must be memory without DATABASE_URL: nobody shares the embedded database.',
    ],
    [
      { DATABASE_PASSWORD_FILE: '/run/secrets/password' },
      'DATABASE_PASSWORD_FILE must not be set without DATABASE_URL: the embedded database has no password.',
    ],
    [{ BASE_URL: 'ftp://a.example' }, 'BASE_URL must be a URL that starts with http:// or https://.'],
    [{ BASE_URL: 'https://u:hunter2@a.example' }, 'BASE_URL must not hold a user or a password.'],
    [{ BASE_URL: 'https://a.example/shop?a=1' }, 'BASE_URL must not hold a query or a fragment.'],
    [{ BASE_URL: 'https://a.example/#shop' }, 'BASE_URL must not hold a query or a fragment.'],
    ...['[::1]', '127.0.0.1:4000', 'a b', 'fe80::1%eth0'].map((host): [Record<string, string>, string] => [
      { HOST: host },
      `HOST must be an address or a name of this machine, but is '${host}'.`,
    ]),
    ...['Production', 'PRODUCTION', 'prod', 'prodcution'].map((name): [Record<string, string>, string] => [
      { NODE_ENV: name },
      `NODE_ENV must be production, or something quite different, but is '${name}'.`,
    ]),
    [
      { CORS_ORIGINS: 'https://u:hunter2@a.example' },
      'CORS_ORIGINS must list origins, as https://shop.example is, but holds one with a user or a password.',
    ],
    ...[
      'https://*',
      'https://*.com',
      'https://*.*.a.example',
      'https://a.*.example',
      'https://a*.b.example',
      '*.a.example',
    ].map((item): [Record<string, string>, string] => [
      { CORS_ORIGINS: item },
      `CORS_ORIGINS must list origins, as https://shop.example is, but holds '${item}'.`,
    ]),
    [{ CORS_ORIGINS: '*' }, "CORS_ORIGINS must list origins, as https://shop.example is, but holds '*'."],
    [
      { CORS_ORIGINS: 'https://shop.example/' },
      "CORS_ORIGINS must list origins, as https://shop.example is, but holds 'https://shop.example/'.",
    ],
    [
      { NODE_ENV: 'production', DEMO: 'on' },
      'DEMO must not be on with NODE_ENV=production: the demo store brings secrets that everybody knows.',
    ],
  ])('%j', (environment, message) => {
    expect(faultsOf(environment)).toEqual([message]);
  });

  const issuer = { AUTH_ISSUER: 'https://a.example/', AUTH_AUDIENCE: 'shop' };
  const isIncomplete = 'must be set: an outside issuer needs AUTH_JWKS_URL, AUTH_ISSUER and AUTH_AUDIENCE.';
  it.each([
    [{ AUTH_ISSUER: 'a' }, [`AUTH_JWKS_URL ${isIncomplete}`, `AUTH_AUDIENCE ${isIncomplete}`]],
    [issuer, [`AUTH_JWKS_URL ${isIncomplete}`]],
    [{ ...issuer, AUTH_JWKS_URL: 'https://a.example/', AUTH_AUDIENCE: ' ' }, [`AUTH_AUDIENCE ${isIncomplete}`]],
    [
      { ...issuer, AUTH_JWKS_URL: 'ftp://u:hunter2@a.example' },
      ['AUTH_JWKS_URL must be a URL that starts with http:// or https://.'],
    ],
    [
      { ...issuer, AUTH_JWKS_URL: 'https://u:hunter2@a.example' },
      ['AUTH_JWKS_URL must not hold a user or a password.'],
    ],
    ...['http://a.example/', 'http://127.0.0.1.a.example/', 'http://localhost.a.example/', 'http://10.0.0.1/'].map(
      (AUTH_JWKS_URL): [Record<string, string>, string[]] => [
        { ...issuer, AUTH_JWKS_URL },
        ['AUTH_JWKS_URL must be https: over http, anybody on the way could put keys of their own there.'],
      ],
    ),
    [{ CONTEXT_FROM: 'arguments' }, ["CONTEXT_FROM must be one of any, headers, but is 'arguments'."]],
    [
      { TRUSTED_DOCUMENTS_ONLY: 'on' },
      ['TRUSTED_DOCUMENTS must be set with TRUSTED_DOCUMENTS_ONLY: nothing could be executed.'],
    ],
    [
      { UPSTREAM_CATALOG: 'mirror', UPSTREAM_CLIENT_ID: 'a', UPSTREAM_CLIENT_SECRET: 'hunter2' },
      ['UPSTREAM_URL must be set with UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET and UPSTREAM_CATALOG=mirror.'],
    ],
    [{ CATALOG_ACCESS: 'closed' }, ["CATALOG_ACCESS must be one of open, token, but is 'closed'."]],
  ])('of who may ask: %j', (environment, messages) => {
    expect(faultsOf(environment)).toEqual(messages);
  });

  const platform = { UPSTREAM_URL: 'https://a.example' };
  const mirror = { UPSTREAM_CATALOG: 'mirror', UPSTREAM_CLIENT_ID: 'a', UPSTREAM_CLIENT_SECRET: 'hunter2' };
  it.each<[Record<string, string>, string]>([
    ...['http://a.example', 'http://127.0.0.1.a.example/v2', 'http://10.0.0.1'].map(
      (UPSTREAM_URL): [Record<string, string>, string] => [
        { UPSTREAM_URL },
        'UPSTREAM_URL must be https, or UPSTREAM_HTTP be on: over http, anybody on the way could read tokens.',
      ],
    ),
    [{ UPSTREAM_URL: 'https://a.example?key=hunter2' }, 'UPSTREAM_URL must not hold a query or a fragment.'],
    [{ UPSTREAM_URL: 'https://u:hunter2@a.example' }, 'UPSTREAM_URL must not hold a user or a password.'],
    [
      { ...platform, UPSTREAM_CATALOG: 'mirror' },
      'UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET must be set with UPSTREAM_CATALOG=mirror.',
    ],
    [
      { ...platform, ...mirror, CATALOG_ACCESS: 'token' },
      'AUTH_JWKS_URL must be set with CATALOG_ACCESS=token and UPSTREAM_CATALOG=mirror: any token would do.',
    ],
    [{ ...platform, DEMO: 'on' }, "DEMO must not be on with UPSTREAM_URL: what is shown is the platform's."],
  ])('of a platform: %j', (environment, message) => {
    expect(faultsOf(environment)).toEqual([message]);
  });

  it.each([
    ['postgres://u:hunter2@one,two/d?target_session_attrs=any'],
    ['postgres://u:hunter2@one,two/d?target_session_attrs=standby'],
  ])('of which host is written to: %s', (url) => {
    expect(faultsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL must have no target_session_attrs but read-write or primary: the gateway writes.',
    ]);
  });

  it.each([
    ['mysql://u:hunter2@h/d', 'must list URLs that start with postgres:// or postgresql://, each of one host.'],
    ['postgres://u:hunter2@h/d,two', 'must list URLs that start with postgres:// or postgresql://, each of one host.'],
    ['postgres://u:hunter2@h/d', 'must not be set without DATABASE_URL: replicas follow a server.'],
  ])('of replicas: %s', (urls, fault) => {
    expect(faultsOf({ DATABASE_REPLICA_URLS: urls })).toEqual([`DATABASE_REPLICA_URLS ${fault}`]);
  });

  it('all of them at once', () => {
    expect(faultsOf({ PORT: 'x', DEMO: 'maybe', LOG_LEVEL: 'loud' })).toHaveLength(3);
  });

  it.each(['mysql://u:hunter2@h/d', 'postgres:hunter2', 'postgres://u:hunter2/x@h', 'hunter2'])(
    'a faulty DATABASE_URL is not quoted: %s',
    (url) => {
      const faults = faultsOf({ DATABASE_URL: url });
      expect(faults).toEqual(['DATABASE_URL must be a URL that starts with postgres:// or postgresql://.']);
    },
  );
});

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}
