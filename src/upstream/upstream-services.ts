/** The services over a platform: the second implementation of what the faces call. */
import { authorizeServices, type CatalogAccess } from '../domain/access.ts';
import { createSendOnce, type SendOnceOptions } from '../domain/idempotency/send-once.ts';
import { withIdempotency } from '../domain/idempotency/with-idempotency.ts';
import type { Services } from '../domain/ports.ts';
import { createUpstreamApplicationKeys } from './application-key/application-keys.ts';
import { createUpstreamCatalog } from './catalog/catalogs.ts';
import { createUpstreamReleases } from './catalog/releases.ts';
import type { UpstreamClient } from './client/upstream-client.ts';
import type { Dialect } from './client/upstream-config.ts';
import { createUpstreamCustomFields } from './custom-field/custom-fields.ts';
import { platformPaths } from './dialect/paths.ts';
import { subscriptionRequests } from './dialect/subscription-request.ts';
import { createUpstreamFiles } from './file/files.ts';
import type { Platform } from './platform.ts';
import { createUpstreamProductService } from './product/product-service.ts';
import { createUpstreamSubscriptions } from './subscription/subscriptions.ts';

export interface UpstreamServicesOptions extends Pick<Platform, 'hasPricingOptions' | 'manualPayments'> {
  readonly client: UpstreamClient;
  readonly dialect: Dialect;
  readonly catalogAccess: CatalogAccess;
  /** Of writes that are to be sent once. */
  readonly keys: Omit<SendOnceOptions<unknown>, 'services'>;
}

/** Who may do what is the platform's to decide; without a token nothing but what is open is requested of it. */
export function createUpstreamServices({
  client,
  dialect,
  catalogAccess,
  keys,
  ...settings
}: UpstreamServicesOptions): Services {
  const platform: Platform = {
    client,
    paths: platformPaths(dialect),
    toSubscriptionRequest: subscriptionRequests[dialect],
    ...settings,
  };
  const catalog = createUpstreamCatalog(platform);
  const files = createUpstreamFiles();
  const writing = {
    subscriptions: createUpstreamSubscriptions(platform),
    applicationKeys: createUpstreamApplicationKeys(platform),
    customFields: createUpstreamCustomFields(platform),
  };
  return authorizeServices(
    {
      catalog,
      products: createUpstreamProductService(platform, { catalog, files }),
      files: { getMany: files.getMany },
      releases: createUpstreamReleases(),
      ...withIdempotency(writing, createSendOnce({ ...keys, services: writing })),
    },
    catalogAccess,
  );
}
