import type { OutsideIssuer } from './auth/outside-issuer.ts';
import type { CatalogAccess } from './domain/access.ts';
import { excerpt } from './domain/errors.ts';
import type { Secret } from './domain/secret.ts';
import { type ContextSource, contextSources } from './domain/shopper-context.ts';
import { createReader, type Environment, type Reader } from './environment-reader.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import { isLoopback } from './http/loopback.ts';
import { readTracing, type TracingConfig } from './tracing/tracing-config.ts';
import { dialects, type UpstreamConfig, upstreamCatalogs } from './upstream/client/upstream-config.ts';

/** In the folder that the program runs in. */
export const defaultDataDirectory = './data';

/** Environment → configuration. Every fault is reported at once, in sentences, and never with a password in them. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where clients reach the gateway: what links name. Without a slash at its end. */
  readonly baseUrl: string;
  readonly dataDirectory: string;
  /** A PostgreSQL server; null: the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | null;
  /** Holds the password of the database's user, or a URL with it; null: the variables do. */
  readonly passwordFile: string | null;
  /** Servers that follow it: what a release holds may be read from them. */
  readonly replicaUrls: readonly string[];
  readonly maxConnections: number;
  /** Of one statement of PostgreSQL, or of a request's walks through the embedded database: what takes longer is given up. */
  readonly statementTimeoutMs: number;
  /** Whether an empty database gets the demo store, and GraphiQL's tabs a token for it. */
  readonly isDemo: boolean;
  readonly isProduction: boolean;
  /** Whose tokens count; null: our own. */
  readonly outsideIssuer: OutsideIssuer | null;
  readonly catalogAccess: CatalogAccess;
  /** Whether arguments and ids may say another context than the headers. */
  readonly contextFrom: ContextSource;
  readonly hasGraphiQL: boolean;
  /** Of each catalog; the current one is always among them. Who pages keeps a release until it is retired. */
  readonly releasesKept: number;
  /** How long before it is current a release is announced, at the most. */
  readonly releaseNoticeMs: number;
  readonly corsOrigins: readonly string[];
  /** Whether pages of this machine may read answers too: those of somebody who tries the demo store out. */
  readonly allowsLocalPages: boolean;
  readonly logLevel: LogLevel;
  readonly hasIntrospection: boolean;
  /** A manifest of trusted documents, or a folder of them; null: there are none. */
  readonly trustedDocumentsPath: string | null;
  readonly trustedDocumentsOnly: boolean;
  readonly limits: Limits;
  readonly rateLimitStore: RateLimitStore;
  /** How long a request waits for its turn while more come than can be answered; 0: as long as it takes. */
  readonly queueTimeoutMs: number;
  /** Of answers that are kept to be sent again; 0: none are. */
  readonly answerCacheBytes: number;
  /** Of releases' indexes, in memory. */
  readonly indexCacheBytes: number;
  /** How long HTTP caches may answer a GET without asking here: a publish is seen that much later. */
  readonly httpCacheSeconds: number;
  /** To this process, at once, beside those for events; beyond it one that waits for its client is closed. */
  readonly clientConnections: number;
  /** A connection of a client is kept so long between two requests, and a second more. */
  readonly keepAliveMs: number;
  /** How many proxies stand before the gateway and add to `X-Forwarded-For`; 0: none is believed. */
  readonly trustedProxies: number;
  readonly drainTimeoutMs: number;
  /** For a webhook's answer. */
  readonly webhookTimeoutMs: number;
  /** How long a webhook is tried before its message is given up. */
  readonly webhookGiveUpHours: number;
  /** Whether webhooks may lead to addresses that are not the internet's. */
  readonly webhookPrivateAddresses: boolean;
  /** Whether they may be reached without encryption. */
  readonly webhookHttp: boolean;
  /** The platform behind the gateway; null: the gateway serves what is stored here. */
  readonly upstream: UpstreamConfig | null;
  /** How often a mirror is compared with the platform, where nobody says that there is something new. */
  readonly mirrorSeconds: number;
  /** What proves that it is the platform who says so; null: nobody can. */
  readonly mirrorHookSecret: Secret | null;
  /** Processes that answer requests on the one port. */
  readonly workers: number;
  /** Where metrics are served; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where traces are sent, and of which requests; null: nothing is traced. */
  readonly tracing: TracingConfig | null;
  /** The names of all variables that there are, set or not. */
  readonly variables: readonly string[];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const rateLimitStores = ['memory', 'database'] as const;
export type RateLimitStore = (typeof rateLimitStores)[number];

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError with one line for each fault */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const read = createReader(environment, faults);
  const isProduction = readIsProduction(read, faults);
  const port = read.integer('PORT', 4000, { min: 0, max: 65_535 });
  const host = read.text('HOST', '127.0.0.1');
  const databaseUrl = read.databaseUrl('DATABASE_URL', read.secretNow('DATABASE_URL'));
  const upstream = readUpstream(read, faults);
  const isDemo = read.flag('DEMO', databaseUrl === null && !isProduction && upstream === null);
  const config: Config = {
    port,
    host,
    baseUrl: readBaseUrl(read, faults, { host, port }),
    dataDirectory: read.text('DATA_DIR', defaultDataDirectory),
    databaseUrl,
    ...readDatabase(read, faults),
    isDemo,
    isProduction,
    outsideIssuer: readOutsideIssuer(read, faults),
    catalogAccess: read.oneOf('CATALOG_ACCESS', ['open', 'token'], 'open'),
    contextFrom: read.oneOf('CONTEXT_FROM', contextSources, 'any'),
    hasGraphiQL: read.flag('GRAPHIQL', !isProduction),
    ...readReleases(read),
    corsOrigins: read.origins('CORS_ORIGINS'),
    allowsLocalPages: isDemo && isLoopback(host),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    hasIntrospection: read.flag('INTROSPECTION', !isProduction),
    trustedDocumentsPath: read.text('TRUSTED_DOCUMENTS', '') || null,
    trustedDocumentsOnly: read.flag('TRUSTED_DOCUMENTS_ONLY', false),
    limits: readLimits(read),
    rateLimitStore: read.oneOf('RATE_LIMIT_STORE', rateLimitStores, databaseUrl === null ? 'memory' : 'database'),
    queueTimeoutMs: read.integer('QUEUE_TIMEOUT_MS', 1000, { min: 0, max: 60_000 }),
    ...readCaches(read),
    clientConnections: read.integer('MAX_CLIENT_CONNECTIONS', 2000, { min: 10, max: 1_000_000 }),
    keepAliveMs: read.integer('KEEP_ALIVE_TIMEOUT_MS', 65_000, { min: 1000, max: 3_600_000 }),
    trustedProxies: read.integer('TRUST_PROXY', 0, { min: 0, max: 10 }),
    workers: read.integer('WORKERS', 1, { min: 1, max: 64 }),
    drainTimeoutMs: read.integer('DRAIN_TIMEOUT_MS', 9000, { min: 0, max: 600_000 }),
    ...readWebhooks(read),
    ...{ metrics: readMetrics(read), tracing: readTracing(read, faults) },
    upstream,
    ...readMirror(read),
    variables: read.names(),
  };
  faults.push(...contradictionsIn(config));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return Object.freeze(config);
}

/** What is nearly `production` would be taken for development, with secrets that everybody knows. */
function readIsProduction({ text }: Reader, faults: string[]): boolean {
  const environment = text('NODE_ENV', '');
  if (/^prod/i.test(environment) && environment !== 'production') {
    faults.push(`NODE_ENV must be production, or something quite different, but is '${excerpt(environment)}'.`);
  }
  return environment === 'production';
}

function readBaseUrl(read: Reader, faults: string[], { host, port }: Pick<Config, 'host' | 'port'>): string {
  const url = read.webUrl('BASE_URL');
  if (url !== null) {
    if (/[?#]/.test(url)) faults.push('BASE_URL must not hold a query or a fragment.');
    return withoutSlashesAtEnd(url);
  }
  const ofHost = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (URL.canParse(ofHost)) return ofHost;
  faults.push(`HOST must be an address or a name of this machine, but is '${excerpt(host)}'.`);
  return '';
}

export const mostKept = 1000;

function readReleases(read: Reader) {
  return {
    releasesKept: read.integer('RELEASES_KEPT', 10, { min: 1, max: mostKept }),
    releaseNoticeMs: read.integer('RELEASE_NOTICE_SECONDS', 10, { min: 0, max: 60 }) * 1000,
  };
}

/** Between variables that are right by themselves. */
function contradictionsIn(config: Config): string[] {
  const faults: string[] = [];
  if (config.rateLimitStore === 'database' && config.databaseUrl === null) {
    faults.push('RATE_LIMIT_STORE must be memory without DATABASE_URL: nobody shares the embedded database.');
  }
  if (config.replicaUrls.length > 0 && config.databaseUrl === null) {
    faults.push('DATABASE_REPLICA_URLS must not be set without DATABASE_URL: replicas follow a server.');
  }
  if (config.trustedDocumentsOnly && config.trustedDocumentsPath === null) {
    faults.push('TRUSTED_DOCUMENTS must be set with TRUSTED_DOCUMENTS_ONLY: nothing could be executed.');
  }
  if (config.metrics && config.metrics.port !== 0 && config.metrics.port === config.port) {
    faults.push('METRICS_PORT must be another port than PORT.');
  }
  if (config.upstream?.catalog === 'mirror' && config.catalogAccess === 'token' && config.outsideIssuer === null) {
    faults.push('AUTH_JWKS_URL must be set with CATALOG_ACCESS=token and UPSTREAM_CATALOG=mirror: any token would do.');
  }
  if (config.upstream && config.isDemo) {
    faults.push("DEMO must not be on with UPSTREAM_URL: what is shown is the platform's.");
  }
  if (config.isProduction && config.isDemo) {
    faults.push('DEMO must not be on with NODE_ENV=production: the demo store brings secrets that everybody knows.');
  }
  return faults;
}

function readDatabase({ databaseUrls, integer, text }: Reader, faults: string[]) {
  const [passwordFile, urlFile] = [text('DATABASE_PASSWORD_FILE', ''), text('DATABASE_URL_FILE', '')];
  if (passwordFile !== '' && urlFile === '' && text('DATABASE_URL', '') === '') {
    faults.push('DATABASE_PASSWORD_FILE must not be set without DATABASE_URL: the embedded database has no password.');
  }
  return {
    passwordFile: passwordFile || urlFile || null,
    replicaUrls: databaseUrls('DATABASE_REPLICA_URLS'),
    maxConnections: integer('MAX_CONNECTIONS', 10, { min: 1, max: 1000 }),
    statementTimeoutMs: integer('STATEMENT_TIMEOUT_MS', 5000, { min: 100, max: 600_000 }),
  };
}

function readCaches({ integer }: Reader) {
  return {
    answerCacheBytes: integer('ANSWER_CACHE_MB', 64, { min: 0, max: 100_000 }) * 1_000_000,
    indexCacheBytes: integer('INDEX_CACHE_MB', 32, { min: 1, max: 100_000 }) * 1_000_000,
    httpCacheSeconds: integer('HTTP_CACHE_SECONDS', 0, { min: 0, max: 86_400 }),
  };
}

function readWebhooks({ integer, flag }: Reader) {
  return {
    webhookTimeoutMs: integer('WEBHOOK_TIMEOUT_MS', 10_000, { min: 100, max: 60_000 }),
    webhookGiveUpHours: integer('WEBHOOK_GIVE_UP_HOURS', 24, { min: 0, max: 720 }),
    webhookPrivateAddresses: flag('WEBHOOK_PRIVATE_ADDRESSES', false),
    webhookHttp: flag('WEBHOOK_HTTP', false),
  };
}

/** On loopback unless another address is set: who sees how the gateway does sees much of a shop. */
function readMetrics({ text, integer }: Reader): Config['metrics'] {
  const host = text('METRICS_HOST', '127.0.0.1');
  const port = integer('METRICS_PORT', 0, { min: 0, max: 65_535 });
  return text('METRICS_PORT', '') === '' ? null : { host, port };
}

function readMirror(read: Reader) {
  return {
    mirrorSeconds: read.integer('MIRROR_SECONDS', 30, { min: 1, max: 86_400 }),
    mirrorHookSecret: read.secret('MIRROR_HOOK_SECRET', leastSecretLength),
  };
}

const leastSecretLength = 16;

/** Null without UPSTREAM_URL. */
function readUpstream(read: Reader, faults: string[]): UpstreamConfig | null {
  const url = read.webUrl('UPSTREAM_URL');
  const clientId = read.text('UPSTREAM_CLIENT_ID', '');
  const allowsHttp = read.flag('UPSTREAM_HTTP', false);
  const config = {
    url: toPlatformRoot(url ?? ''),
    clientId: clientId || null,
    clientSecret: read.secret('UPSTREAM_CLIENT_SECRET'),
    dialect: read.oneOf('UPSTREAM_DIALECT', dialects, 'contract'),
    catalog: read.oneOf('UPSTREAM_CATALOG', upstreamCatalogs, 'live'),
    requestsPerSecond: read.integer('UPSTREAM_RATE', 20, { min: 1, max: 10_000 }),
    concurrency: read.integer('UPSTREAM_CONCURRENCY', 10, { min: 1, max: 1000 }),
    timeoutMs: read.integer('UPSTREAM_TIMEOUT_MS', 5000, { min: 100, max: 60_000 }),
    cacheSeconds: read.integer('UPSTREAM_CACHE_SECONDS', 30, { min: 0, max: 300 }),
    hasPricingOptions: read.flag('UPSTREAM_PRICING_OPTIONS', false),
    manualPayments: { unset: null, on: true, off: false }[
      read.oneOf('UPSTREAM_MANUAL_PAYMENTS', ['unset', 'on', 'off'], 'unset')
    ],
    caFile: read.text('UPSTREAM_CA_FILE', '') || null,
  };
  if (url === null) {
    const needing = [
      ...(config.clientId === null ? [] : ['UPSTREAM_CLIENT_ID']),
      ...(config.clientSecret === null ? [] : ['UPSTREAM_CLIENT_SECRET']),
      ...(config.catalog === 'mirror' ? ['UPSTREAM_CATALOG=mirror'] : []),
    ];
    if (needing.length > 0) faults.push(`UPSTREAM_URL must be set with ${needing.join(' and ')}.`);
    return null;
  }
  if (/[?#]/.test(url)) faults.push('UPSTREAM_URL must not hold a query or a fragment.');
  if (isOpenHttp(url) && !allowsHttp) {
    faults.push('UPSTREAM_URL must be https, or UPSTREAM_HTTP be on: over http, anybody on the way could read tokens.');
  }
  if (config.catalog === 'mirror' && (config.clientId === null || config.clientSecret === null)) {
    faults.push('UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET must be set with UPSTREAM_CATALOG=mirror.');
  }
  return config;
}

/** Not encrypted, and to another machine. */
function isOpenHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The address that ends in the version is the root's as well: not all of a platform stands below it. */
function toPlatformRoot(url: string): string {
  return withoutSlashesAtEnd(withoutSlashesAtEnd(url).replace(/\/v2$/, ''));
}

function withoutSlashesAtEnd(url: string): string {
  return url.endsWith('/') ? withoutSlashesAtEnd(url.slice(0, -1)) : url;
}

function readLimits({ integer }: Reader): Limits {
  const unset = defaultLimits;
  return {
    documentBytes: integer('MAX_DOCUMENT_BYTES', unset.documentBytes, { min: 1000, max: 10_000_000 }),
    tokens: integer('MAX_TOKENS', unset.tokens, { min: 100, max: 100_000 }),
    depth: integer('MAX_DEPTH', unset.depth, { min: 1, max: 100 }),
    aliases: integer('MAX_ALIASES', unset.aliases, { min: 0, max: 10_000 }),
    contexts: integer('MAX_CONTEXTS', unset.contexts, { min: 1, max: 100 }),
    mutationFields: integer('MAX_MUTATION_FIELDS', unset.mutationFields, { min: 1, max: 100 }),
    directives: integer('MAX_DIRECTIVES', unset.directives, { min: 1, max: 100 }),
    fragments: integer('MAX_FRAGMENTS', unset.fragments, { min: 1, max: 1000 }),
    cost: integer('MAX_COST', unset.cost, { min: 100, max: 100_000_000 }),
    errors: integer('MAX_ERRORS', unset.errors, { min: 1, max: 10_000 }),
    pageLength: integer('PAGE_LENGTH', unset.pageLength, { min: 1, max: 100 }),
    violations: integer('MAX_VIOLATIONS', unset.violations, { min: 1, max: 1000 }),
    bodyBytes: integer('MAX_BODY_BYTES', unset.bodyBytes, { min: 1000, max: 100_000_000 }),
    bodyLevels: integer('MAX_BODY_LEVELS', unset.bodyLevels, { min: 20, max: 1000 }),
    headerBytes: integer('MAX_HEADER_BYTES', unset.headerBytes, { min: 4096, max: 1_000_000 }),
    answerBytes: integer('MAX_ANSWER_BYTES', unset.answerBytes, { min: 1000, max: 500_000_000 }),
    headersMs: integer('HEADERS_TIMEOUT_MS', unset.headersMs, { min: 100, max: 600_000 }),
    requestMs: integer('REQUEST_TIMEOUT_MS', unset.requestMs, { min: 100, max: 600_000 }),
    writeMs: integer('WRITE_TIMEOUT_MS', unset.writeMs, { min: 100, max: 600_000 }),
    executionMs: integer('EXECUTION_TIMEOUT_MS', unset.executionMs, { min: 100, max: 600_000 }),
    liveConnections: integer('MAX_LIVE_CONNECTIONS', unset.liveConnections, { min: 0, max: 100_000 }),
    liveConnectionsPerClient: integer('MAX_LIVE_CONNECTIONS_PER_CLIENT', unset.liveConnectionsPerClient, {
      min: 0,
      max: 100_000,
    }),
    upstreamCalls: integer('MAX_UPSTREAM_CALLS', unset.upstreamCalls, { min: 1, max: 10_000 }),
    clientRequestsPerSecond: integer('RATE_LIMIT_PER_CLIENT', unset.clientRequestsPerSecond, rateBounds),
    addressRequestsPerSecond: integer('RATE_LIMIT_PER_ADDRESS', unset.addressRequestsPerSecond, rateBounds),
    failedLoginsPerMinute: integer('RATE_LIMIT_FAILED_LOGINS', unset.failedLoginsPerMinute, rateBounds),
  };
}

const rateBounds = { min: 0, max: 1_000_000 };

/** All three variables or none of them. */
function readOutsideIssuer(read: Reader, faults: string[]): OutsideIssuer | null {
  const jwksUrl = read.webUrl('AUTH_JWKS_URL');
  const [issuer, audience] = [read.text('AUTH_ISSUER', ''), read.text('AUTH_AUDIENCE', '')];
  const missing = Object.entries({
    AUTH_JWKS_URL: read.text('AUTH_JWKS_URL', ''),
    AUTH_ISSUER: issuer,
    AUTH_AUDIENCE: audience,
  })
    .filter(([, value]) => value === '')
    .map(([name]) => name);
  if (missing.length === 3) return null;
  for (const name of missing) {
    faults.push(`${name} must be set: an outside issuer needs AUTH_JWKS_URL, AUTH_ISSUER and AUTH_AUDIENCE.`);
  }
  if (jwksUrl === null) return null;
  if (isOpenHttp(jwksUrl)) {
    faults.push('AUTH_JWKS_URL must be https: over http, anybody on the way could put keys of their own there.');
  }
  return { jwksUrl, issuer, audience };
}
