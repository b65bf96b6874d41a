import type { Services } from '../../domain/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Limits } from '../../http/limits.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { Loaders } from './loaders.ts';
import type { OperationWork } from './operation-work.ts';

/**
 * What resolvers get: the request context, the services, the loaders that batch calls to them, and the answer's lifetime, which
 * they shorten where time changes what they say.
 */
export interface GraphQLContext {
  readonly requestContext: RequestContext;
  readonly services: Services;
  readonly limits: Limits;
  readonly loaders: Loaders;
  readonly lifetime: Lifetime;
  /** What the operation has cost so far, and how it goes on. */
  readonly work: OperationWork;
}
