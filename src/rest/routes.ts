import { applicationKeyRoutes } from './application-key.ts';
import { customApiRoutes } from './custom-api.ts';
import { customFieldRoutes } from './custom-field.ts';
import type { RestRoute } from './route.ts';
import { subscriptionRoutes } from './subscription.ts';

/** Every operation of this face. */
export const routes: readonly RestRoute[] = [
  ...subscriptionRoutes,
  ...applicationKeyRoutes,
  ...customApiRoutes,
  ...customFieldRoutes,
];
