/** Composition root: everything is wired here and nowhere else. */
import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { authorizeServices, type CatalogAccess } from './domain/access.ts';
import { createApplicationKeyService } from './domain/application-key/application-key-service.ts';
import { createCatalogService } from './domain/catalog/catalog-service.ts';
import { createCustomFieldService } from './domain/custom-field/custom-field-service.ts';
import { createProductService } from './domain/product/product-service.ts';
import type { Services } from './domain/services.ts';
import type { Stores } from './domain/stores.ts';
import { createSubscriptionService } from './domain/subscription/subscription-service.ts';
import { createAnswerCache } from './graphql/answers/answer-cache.ts';
import { createGraphQLHandler } from './graphql/handler.ts';
import { schema } from './graphql/schema.ts';
import { createRestApp } from './rest/rest-app.ts';
import { createOutsideTokens } from './server/auth/outside-issuer.ts';
import { rememberVerified } from './server/auth/remember-verified.ts';
import { createTokenEndpoint } from './server/auth/token-endpoint.ts';
import { createTokenKeys } from './server/auth/token-keys.ts';
import { createTokens, type Tokens } from './server/auth/tokens.ts';
import { createGraphiQL } from './server/graphiql.ts';
import { createGraphiQLTabs } from './server/graphiql-tabs.ts';
import { type Answer, createHttpApp } from './server/http-app.ts';
import { type AnswerKept, createAnswerKept } from './server/kept-answers.ts';
import { createRateLimit } from './server/rate-limit.ts';
import { createReadiness } from './server/readiness.ts';
import { createReadScope } from './server/request-scope.ts';
import { type OpenStores, openStores } from './storage/open-stores.ts';
import { createRateLimitClient } from './storage/rate-limit-client.ts';

export interface App {
  readonly http: Hono;
  readonly answerKept: AnswerKept;
  readonly stores: OpenStores;
  readonly tokens: Tokens;
  /** Tells load balancers to send no more requests here. */
  stopBeingReady(): void;
}

/** A publish is seen by every instance within this time. */
const directoryMaxAgeMs = 1000;

export async function createApp(config: Config, log: Logger): Promise<App> {
  const monotonicNow = () => performance.now();
  const now = () => new Date();
  const opened = await openStores({
    ...config,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
    onCleanUpFailed: (err) => log.warn({ err }, 'old idempotency keys could not be removed'),
  });
  const { stores } = opened;
  const { applicationKeys, signingKeys } = stores;
  const tokens = config.outsideIssuer
    ? createOutsideTokens({ ...config.outsideIssuer, monotonicNow })
    : createTokens({
        keys: createTokenKeys({ store: signingKeys, monotonicNow, now }),
        applicationKeys,
        onUnmarked: (err) => log.warn({ err }, 'the time when an application key was used could not be kept'),
      });
  const verify = rememberVerified(tokens.verify, { monotonicNow });
  const readiness = createReadiness(opened.ping);
  const reportBug = (err: unknown, requestId: string) => log.error({ err, requestId }, 'unexpected error');
  const services = createServices(stores, monotonicNow, config.catalogAccess);
  const readScope = createReadScope({ verify }, now);
  const maxBodyBytes = config.limits.bodyBytes;
  const answers = createAnswerCache(services.catalog, config.answerCacheBytes);
  const graphql = createGraphQLHandler({
    schema,
    services,
    limits: config.limits,
    answers,
    httpCacheSeconds: config.httpCacheSeconds,
    hasIntrospection: config.hasIntrospection,
    readScope,
    reportBug,
  });
  const rest = createRestApp({ ...config, services, readScope, maxBodyBytes, reportBug });
  const graphiql = createGraphiQL({
    path: '/graphql',
    title: 'Commerce gateway',
    tabs: createGraphiQLTabs({ config, tokens, now }),
  });
  const rateLimit = createRateLimit({
    ...config,
    verify,
    client: config.rateLimitStore === 'database' ? createRateLimitClient(opened.engine) : null,
  });
  const onAnswered = (answer: Answer) => log.info(answer, 'answered');
  const http = createHttpApp({
    ...config,
    rateLimit: rateLimit.middleware,
    maxBodyBytes,
    graphql,
    rest,
    graphiql: config.hasGraphiQL ? graphiql : null,
    ...(!config.outsideIssuer && {
      tokenEndpoint: createTokenEndpoint({ tokens, applicationKeys, now, reportOutage: reportBug }),
    }),
    isReady: readiness.isReady,
    reportBug,
    onAnswered,
  });
  const answerKept = createAnswerKept({ ...config, answers, readScope, spend: rateLimit.spend, onAnswered });
  return { http: http as unknown as Hono, answerKept, stores: opened, tokens, stopBeingReady: readiness.stop };
}

export function createServices(
  stores: Stores,
  monotonicNow: () => number,
  catalogAccess: CatalogAccess = 'open',
): Services {
  const newId = randomUUID;
  const catalog = createCatalogService({ stores, directoryMaxAgeMs, monotonicNow });
  return authorizeServices(
    {
      catalog,
      products: createProductService({ stores, catalog }),
      subscriptions: createSubscriptionService({ stores, newId }),
      applicationKeys: createApplicationKeyService(stores),
      customFields: createCustomFieldService({ stores, newId }),
    },
    catalogAccess,
  );
}
