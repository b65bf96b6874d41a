/** Composition root: everything is wired here and nowhere else. */
import type { Logger } from 'pino';
import { createOutsideTokens } from './auth/outside-issuer.ts';
import { createPassedTokenEndpoint } from './auth/passed-token-endpoint.ts';
import { platformTokens } from './auth/platform-tokens.ts';
import { createTokenEndpoint, type TokenEndpoint } from './auth/token-endpoint.ts';
import { createTokenKeys } from './auth/token-keys.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import type { Config } from './config.ts';
import { authorizeServices, type CatalogAccess } from './domain/access.ts';
import { createApplicationKeyService } from './domain/application-key/application-key-service.ts';
import { type Capabilities, localCapabilities } from './domain/capabilities.ts';
import { createCatalogService } from './domain/catalog/catalog-service.ts';
import { createCustomFieldService } from './domain/custom-field/custom-field-service.ts';
import { DomainError } from './domain/errors.ts';
import { createFileService } from './domain/file/file-service.ts';
import { type WritingServices, withIdempotency } from './domain/idempotency/with-idempotency.ts';
import { createWriteOnce } from './domain/idempotency/write-once.ts';
import { newId } from './domain/new-id.ts';
import type { Services, Stores } from './domain/ports.ts';
import { createProductService } from './domain/product/product-service.ts';
import { directoryMaxAgeMs } from './domain/release/notice.ts';
import { createReleaseService } from './domain/release/release-service.ts';
import { createSubscriptionService } from './domain/subscription/subscription-service.ts';
import type { WrittenStores } from './domain/transactions.ts';
import { createGraphiQL, type GraphiQL } from './graphiql/graphiql.ts';
import { createGraphiQLTabs } from './graphiql/graphiql-tabs.ts';
import { readTrustedDocuments } from './graphql/documents/trusted-documents.ts';
import { createGraphQLHandler } from './graphql/handler.ts';
import { createLiveConnections, limitsOfWorker } from './graphql/live/live-connections.ts';
import { schema } from './graphql/schema/schema.ts';
import { createIsForeignPage } from './http/cors.ts';
import { createReadRequestContext } from './http/request-context.ts';
import { addGatewayGauges } from './metrics/gateway-gauges.ts';
import { isFromPlatform } from './mirror/catalog-hook.ts';
import { createMirrorHealth, type MirrorHealth } from './mirror/mirror-health.ts';
import { platformResponses } from './response-cache/platform-responses.ts';
import { createResponseCache, type ResponseCache } from './response-cache/response-cache.ts';
import { createRestApp } from './rest/rest-app.ts';
import { type CatalogHookOptions, createCatalogHook } from './server/catalog-hook.ts';
import { createHttpApp, type HttpApp, type HttpAppOptions } from './server/http-app.ts';
import { createRateLimit, type RateLimit } from './server/rate-limit.ts';
import { createReadiness, type Readiness } from './server/readiness.ts';
import { createRequestQueue } from './server/request-queue.ts';
import { explainStorageError, type OpenStores, openStores } from './storage/open-stores.ts';
import { bytesOfAnswers } from './upstream/client/answer-memory.ts';
import type { Upstream } from './upstream/client/open-upstream.ts';
import type { CallSharing } from './upstream/limits/open-call-budget.ts';
import { openWatchers, type Watchers } from './watchers.ts';
import { postMessage } from './webhooks/post-message.ts';
import { createWebhookSender, type WebhookSender } from './webhooks/webhook-sender.ts';

export interface App {
  readonly http: HttpApp;
  readonly responseCache: ResponseCache;
  readonly stores: OpenStores;
  readonly tokens: Tokens;
  readonly watchers: Pick<Watchers, 'metrics' | 'tracing'>;
  /** Tells webhooks once it is started. */
  readonly webhooks: WebhookSender;
  /** The platform behind the gateway; null: there is none. */
  readonly upstream: Upstream | null;
  /** Tells load balancers to send no more requests here, and completes the subscriptions. */
  stopBeingReady(): void;
}

const monotonicNow = () => performance.now();
const systemNow = () => new Date();

/** While the primary is away, replicas answer from what was published last; nobody can publish meanwhile. */
const directoryKeptMs = 300_000;

export interface AppRole {
  /** Whether it removes what nobody needs any more: of several processes one does. */
  readonly doesBackgroundWork: boolean;
}

export async function createApp(
  config: Config,
  log: Logger,
  { doesBackgroundWork }: AppRole = { doesBackgroundWork: true },
): Promise<App> {
  const trustedDocuments = await readTrustedDocuments(config.trustedDocumentsPath);
  const watchers = await openWatchers(config, log);
  const opened = await openLoggedStores(config, log, watchers);
  const { stores } = opened;
  const tokens = createTokensOf(config, stores, log);
  const mirrorHealth = config.upstream?.catalog === 'mirror' ? createMirrorHealth(stores.mirror, systemNow) : null;
  const reportBug = (err: unknown, requestId: string) =>
    log.error({ err, ...withReason(err), requestId }, 'unexpected error');
  const upstream = await openUpstream({ config, opened, log, watchers });
  const { services: own, capabilities } = await openServices({ config, stores, log, upstream, doesBackgroundWork });
  const services = watchers.ofServices(own);
  const readiness = await createReadinessOf(opened, services.catalog, mirrorHealth, log);
  const readRequestContext = createReadRequestContext(tokens.verify, systemNow, config.limits, upstream !== null);
  const responseCache = createResponseCacheOf(config, services);
  const liveConnections = createLiveConnections(limitsOfWorker(config.limits, config.workers));
  const { whileReading } = opened;
  const face = { ...config, services, readRequestContext, responseCache, reportBug };
  const graphql = createGraphQLHandler({
    ...{ ...face, schema, trustedDocuments, liveConnections, capabilities, whileReading, ...watchers.ofOperations },
    isForeignPage: createIsForeignPage(config),
  });
  const queue = createRequestQueue({ timeoutMs: config.queueTimeoutMs, monotonicNow });
  const rateLimit = createRateLimitOf(config, opened, tokens.verify);
  const tokenEndpoint = createTokenEndpointOf({ config, stores, tokens, upstream, reportOutage: reportBug });
  const http = createHttpApp({
    ...config,
    ...{ queue, rateLimit, graphql, reportBug, isReady: readiness.isReady },
    rest: createRestApp(face),
    graphiql: config.hasGraphiQL ? createGraphiQLOf(config, tokens) : null,
    ...(config.isDemo && { pictures: readDemoPicture }),
    ...(tokenEndpoint && { tokenEndpoint }),
    ...(mirrorHealth && createMirrorRoutes(config, stores, mirrorHealth, reportBug)),
    ...watchers.ofRequests,
  });
  const outbox = doesBackgroundWork ? stores.webhooks : null;
  const shown = { queue, responseCache, liveConnections, readiness, outbox, upstream, mirror: mirrorHealth };
  if (watchers.metrics) addGatewayGauges(watchers.metrics, { ...shown, ...opened, now: systemNow });
  const stopBeingReady = () => {
    readiness.stop();
    liveConnections.stop();
  };
  const webhooks = createWebhooks(config, stores, log);
  return { http, responseCache, stores: opened, tokens, watchers, webhooks, upstream, stopBeingReady };
}

/** A mirror that has nothing yet would answer that there is nothing. */
async function createReadinessOf(
  opened: OpenStores,
  { findKept }: Services['catalog'],
  mirrorHealth: MirrorHealth | null,
  log: Logger,
): Promise<Readiness> {
  const { ping } = opened;
  return createReadiness({
    isShown() {
      const releases = findKept()?.catalogs.flatMap(({ currentRelease }) => currentRelease?.id ?? []);
      return opened.areOnReplicas(releases ?? []);
    },
    onUnanswered: (err, isShown) =>
      log.warn({ err, ...withReason(err) }, isShown ? 'the catalog is shown from replicas alone' : 'not ready'),
    ping: mirrorHealth ? () => Promise.all([ping(), mirrorHealth.expectFilled()]) : ping,
    isPrepared: await prepareIndexes(opened),
  });
}

/** What a mirror tells, and is told. */
function createMirrorRoutes(
  { mirrorHookSecret: secret }: Config,
  { mirror: { requestSync } }: Stores,
  { describe }: MirrorHealth,
  reportOutage: CatalogHookOptions['reportOutage'],
): Pick<HttpAppOptions, 'describeState' | 'catalogHook'> {
  if (secret === null) return { describeState: describe };
  const isFromThere: CatalogHookOptions['isFromPlatform'] = async (request) =>
    isFromPlatform(request, await secret(), systemNow());
  const catalogHook = createCatalogHook({ isFromPlatform: isFromThere, requestSync, reportOutage });
  return { describeState: describe, catalogHook };
}

interface ServiceParts extends AppRole {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: Logger;
  readonly upstream: Upstream | null;
}

interface OpenServices {
  readonly services: Services;
  readonly capabilities: Capabilities;
}

/** Over our own stores, or over a platform: its modules, too, are read only where there is one. */
async function openServices(parts: ServiceParts): Promise<OpenServices> {
  const { config, stores, log, upstream, doesBackgroundWork: cleansUp } = parts;
  const onCleanUpFailed = (err: unknown) => log.warn({ err }, 'old idempotency keys could not be removed');
  if (!upstream || !config.upstream) {
    const kept = config.replicaUrls.length > 0 && { directoryKeptMs };
    const options = { ...config, ...kept, monotonicNow, cleansUp, onCleanUpFailed };
    return { services: createServices(stores, options), capabilities: localCapabilities };
  }
  const [{ createUpstreamServices }, { liveCapabilities, mirrorCapabilities }] = await Promise.all([
    import('./upstream/upstream-services.ts'),
    import('./upstream/capabilities.ts'),
  ]);
  const { client } = upstream;
  // A write of one process, and what it checks before; of no other one where nobody shares the store.
  const isAlone = config.workers === 1 && config.databaseUrl === null;
  const runningMs = isAlone ? 0 : 2 * config.upstream.timeoutMs;
  const onKeyFailed = (err: unknown) =>
    log.error({ err }, 'the outcome of a write could not be stored: its idempotency key stays without one');
  const keys = { keys: stores.idempotencyKeys, runningMs, cleansUp, onCleanUpFailed, onKeyFailed };
  const services = createUpstreamServices({ ...config, ...config.upstream, client, keys });
  if (config.upstream.catalog === 'live') return { services, capabilities: liveCapabilities };
  const local = createServices(stores, { ...config, monotonicNow, cleansUp: false });
  const { catalog, products, files, releases } = local;
  return { services: { ...services, catalog, products, files, releases }, capabilities: mirrorCapabilities };
}

/** The demo's modules are read when a picture is requested. */
async function readDemoPicture(name: string): Promise<string | null> {
  return (await import('./demo/pictures/demo-picture.ts')).demoPicture(name);
}

function createGraphiQLOf(config: Config, tokens: Tokens): GraphiQL {
  const tabs = createGraphiQLTabs({ config, tokens, now: systemNow });
  return createGraphiQL({ title: 'Commerce gateway', tabs });
}

/** A platform's answers, where there are any, take the rest. */
function createResponseCacheOf({ upstream, answerCacheBytes }: Config, { catalog }: Services): ResponseCache {
  const madeFrom = upstream?.catalog === 'live' ? platformResponses : catalog;
  return createResponseCache(madeFrom, answerCacheBytes - bytesOfAnswers(upstream, answerCacheBytes));
}

/** Whose calls of the platform count together. */
function callSharing({ rateLimitStore, workers }: Config, { sharedState }: OpenStores, log: Logger): CallSharing {
  return {
    sharedState: rateLimitStore === 'database' ? sharedState : null,
    workers,
    onFailed: (err) => log.warn({ err }, 'a place among the calls of the platform could not be given back'),
  };
}

interface UpstreamParts {
  readonly config: Config;
  readonly opened: OpenStores;
  readonly log: Logger;
  readonly watchers: Watchers;
}

/** Null where there is no platform; only else its modules are read. */
async function openUpstream({ config, opened, log, watchers }: UpstreamParts): Promise<Upstream | null> {
  const { upstream, answerCacheBytes } = config;
  if (!upstream) return null;
  const { openUpstream: open } = await import('./upstream/client/open-upstream.ts');
  const sharing = callSharing(config, opened, log);
  const cacheBytes = bytesOfAnswers(upstream, answerCacheBytes);
  return open({ config: upstream, sharing, cacheBytes, monotonicNow, ...watchers.ofCalls });
}

/** Addresses and secrets are not logged: a webhook is named by its id. */
function createWebhooks(config: Config, { webhooks: store }: Stores, log: Logger): WebhookSender {
  const { webhookTimeoutMs: timeoutMs, webhookPrivateAddresses, webhookHttp, webhookGiveUpHours } = config;
  const allowed = { timeoutMs, allowsPrivate: webhookPrivateAddresses, allowsHttp: webhookHttp };
  return createWebhookSender({
    ...{ store, directoryMaxAgeMs, monotonicNow, now: systemNow },
    post: (message) => postMessage(message, allowed),
    giveUpAfterMs: webhookGiveUpHours * 3_600_000,
    events: {
      onTaken: ({ webhookId, messageId }) => log.info({ webhookId, messageId }, 'a webhook was told'),
      onNotTaken: ({ webhookId, messageId, attempts }, reason) =>
        log.warn(
          { webhookId, messageId, attempts, reason },
          'a webhook did not take a message: it is sent again later',
        ),
      onGivenUp: ({ webhookId, messageId, attempts }, reason) =>
        log.error({ webhookId, messageId, attempts, reason }, 'a webhook did not take a message: it was given up'),
      onFailed: (err) => log.warn({ err, ...withReason(err) }, 'webhooks can not be told for the moment'),
    },
  });
}

function createRateLimitOf(config: Config, { rateLimitClient }: OpenStores, verify: Tokens['verify']): RateLimit {
  const client = config.rateLimitStore === 'database' ? rateLimitClient : null;
  return createRateLimit({ ...config, verify, monotonicNow, client });
}

function openLoggedStores(config: Config, log: Logger, { ofStatements }: Watchers): Promise<OpenStores> {
  return openStores({
    ...config,
    ...ofStatements,
    onConnectionError: (err) => log.warn({ err, ...withReason(err) }, 'a database connection broke'),
    onReplica(replica, err) {
      const reason = err && withReason(err, 'DATABASE_REPLICA_URLS');
      if (reason) log.warn({ replica, err, ...reason }, 'a replica can not be read: the primary answers in its place');
      else log.info({ replica }, 'a replica can be read again');
    },
    indexEvents: {
      onDamaged: (err) => log.error({ err }, 'an index is damaged, and is rebuilt'),
      onRebuilt: (releaseId) => log.info({ releaseId }, 'a release was indexed'),
      onRebuildFailed: (err) => log.error({ err }, 'a release could not be indexed'),
      onReadAheadFailed: (err) => log.warn({ err, ...withReason(err) }, 'what products show could not be read ahead'),
    },
    maxConnectionWaitMs: config.queueTimeoutMs,
  });
}

/** In a sentence, as far as it is the database's: of an error with a code, a log holds no more than that. */
function withReason(error: unknown, variable?: string): { readonly reason?: string } {
  const cause = error instanceof DomainError ? error.cause : error;
  const reason = explainStorageError(cause, variable);
  return reason === null ? {} : { reason };
}

/** Lists of a release that an older version published need its index, which is built now: until then the gateway is not ready. */
async function prepareIndexes({ indexes }: OpenStores): Promise<() => boolean> {
  let isPrepared = await indexes.areBuilt();
  const build = async () => {
    await indexes.build('current');
    isPrepared = true;
    await indexes.build('all');
  };
  void build();
  return () => isPrepared;
}

interface TokenEndpointParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly tokens: Tokens;
  readonly upstream: Upstream | null;
  readonly reportOutage: (cause: unknown, requestId: string) => void;
}

/** Null where tokens come from elsewhere. */
function createTokenEndpointOf(parts: TokenEndpointParts): TokenEndpoint | null {
  const { config, stores, tokens, upstream, reportOutage } = parts;
  if (upstream) return createPassedTokenEndpoint({ pass: upstream.passTokenRequest, reportOutage });
  if (config.outsideIssuer) return null;
  return createTokenEndpoint({ tokens, applicationKeys: stores.applicationKeys, now: systemNow, reportOutage });
}

function createTokensOf(
  { outsideIssuer, upstream }: Config,
  { applicationKeys, signingKeys }: Stores,
  log: Logger,
): Tokens {
  if (outsideIssuer) return createOutsideTokens({ ...outsideIssuer, monotonicNow });
  if (upstream) return platformTokens;
  return createTokens({
    keys: createTokenKeys({ store: signingKeys, monotonicNow, now: systemNow }),
    applicationKeys,
    onUnmarked: (err) => log.warn({ err }, 'the time when an application key was used could not be kept'),
  });
}

/** Where a gateway of this machine is reached that nothing was said to. */
const defaultBaseUrl = 'http://127.0.0.1:4000';

export interface ServiceOptions {
  readonly monotonicNow: () => number;
  readonly now?: () => Date;
  /** Where the gateway is reached. */
  readonly baseUrl?: string;
  readonly catalogAccess?: CatalogAccess;
  /** Whether old idempotency keys are removed; absent: they are. */
  readonly cleansUp?: boolean;
  /** How long what was published last is shown while nobody can say what is; absent: not at all. */
  readonly directoryKeptMs?: number;
  /** Told of old idempotency keys that could not be removed. */
  readonly onCleanUpFailed?: (error: unknown) => void;
}

export function createServices(
  stores: Stores,
  {
    monotonicNow,
    now = systemNow,
    baseUrl = defaultBaseUrl,
    catalogAccess = 'open',
    cleansUp = true,
    directoryKeptMs,
    onCleanUpFailed,
  }: ServiceOptions,
): Services {
  const createWriting = (written: WrittenStores): WritingServices => ({
    subscriptions: createSubscriptionService({ stores: written, newId }),
    applicationKeys: createApplicationKeyService(written),
    customFields: createCustomFieldService({ stores: written, newId }),
  });
  const services = createWriting(stores);
  const once = createWriteOnce({ services, createServices: createWriting, stores, cleansUp, onCleanUpFailed });
  const catalog = createCatalogService({ stores, directoryMaxAgeMs, directoryKeptMs, monotonicNow, now });
  return authorizeServices(
    {
      catalog,
      products: createProductService({ stores, catalog }),
      files: createFileService({ stores, baseUrl }),
      releases: createReleaseService({ stores, catalog }),
      ...withIdempotency(services, once),
    },
    catalogAccess,
  );
}
