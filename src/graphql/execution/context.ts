import type { Capabilities } from '../../domain/capabilities.ts';
import type { Services } from '../../domain/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { TakeMemory } from '../../http/body-memory.ts';
import type { Limits } from '../../http/limits.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { CatalogViews } from '../view/open-views.ts';
import type { Loaders } from './loaders.ts';
import type { OperationWork } from './operation-work.ts';

/**
 * What resolvers get: the loaders that batch calls to the services, the views that the catalog is shown in, and the answer's
 * lifetime, which they shorten where time changes what they say. The request context is not among it: below a root field of the
 * catalog, the source's view has the one that counts.
 */
export interface GraphQLContext {
  readonly limits: Limits;
  readonly capabilities: Capabilities;
  readonly loaders: Loaders;
  readonly views: CatalogViews;
  readonly writing: WritingContext;
  readonly lifetime: Lifetime;
  /** What the operation has cost so far, and how it goes on. */
  readonly work: OperationWork;
  readonly takeMemory: TakeMemory;
  /** To be called before a write: what loaders have read may not be so afterwards. */
  forgetRead(): void;
}

/** What mutations work with. */
export interface WritingContext {
  readonly services: Omit<Services, 'catalog' | 'products'>;
  readonly requestContext: RequestContext;
  /** Of the one field of a mutation that is written as bytes: graphql-js gets it where it has to tell of it. */
  outcome: WriteOutcome | null;
}

export interface WriteOutcome {
  readonly payload: Promise<object>;
  /** What was charged until it was known. */
  readonly units: () => number;
}
