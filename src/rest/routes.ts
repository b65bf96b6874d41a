import { applicationKeyRoutes } from './application-key.ts';
import { catalogRoutes } from './catalog.ts';
import { catalogsRoutes } from './catalogs.ts';
import { customApiRoutes } from './custom-api.ts';
import { customFieldRoutes } from './custom-field.ts';
import { nodeRoutes } from './node.ts';
import { nodeTreeRoutes } from './node-tree.ts';
import { offeringRoutes } from './offering.ts';
import { productRoutes } from './product.ts';
import { releaseContentRoutes } from './release-contents.ts';
import type { RestRoute } from './route.ts';
import { subscriptionRoutes } from './subscription.ts';

/** Every operation of this face. */
export const routes: readonly RestRoute[] = [
  ...catalogRoutes,
  ...productRoutes,
  ...nodeRoutes,
  ...nodeTreeRoutes,
  ...catalogsRoutes,
  ...releaseContentRoutes,
  ...subscriptionRoutes,
  ...offeringRoutes,
  ...applicationKeyRoutes,
  ...customApiRoutes,
  ...customFieldRoutes,
];
