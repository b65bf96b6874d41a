import { applicationKeyRoutes } from './application-key.ts';
import { customApiRoutes } from './custom-api.ts';
import { customFieldRoutes } from './custom-field.ts';
import { nodeRoutes } from './node.ts';
import { nodeTreeRoutes } from './node-tree.ts';
import { productRoutes } from './product.ts';
import type { RestRoute } from './route.ts';
import { subscriptionRoutes } from './subscription.ts';

/** Every operation of this face. */
export const routes: readonly RestRoute[] = [
  ...productRoutes,
  ...nodeRoutes,
  ...nodeTreeRoutes,
  ...subscriptionRoutes,
  ...applicationKeyRoutes,
  ...customApiRoutes,
  ...customFieldRoutes,
];
