import type { Scope } from '../domain/scope.ts';
import type { Services } from '../domain/services.ts';
import type { Lifetime } from './answers/lifetime.ts';
import type { Limits } from './limits/limits.ts';
import type { Loaders } from './loaders.ts';

/**
 * What resolvers get: the request's scope, the services, the loaders that batch calls to them, and the answer's lifetime, which
 * they shorten where time changes what they say.
 */
export interface GraphQLContext {
  readonly scope: Scope;
  readonly services: Services;
  readonly limits: Limits;
  readonly loaders: Loaders;
  readonly lifetime: Lifetime;
}
