import { localCapabilities } from '../../domain/capabilities.ts';
import type { Services } from '../../domain/ports.ts';
import { type CatalogViews, createCatalogViews } from '../view/open-views.ts';
import type { GraphQLContext, WriteOutcome, WritingContext } from './context.ts';
import type { GraphQLHandlerOptions, ServerContext } from './handler-options.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import type { OperationWork } from './operation-work.ts';

export interface OperationParts {
  readonly services: Services;
  readonly work: OperationWork;
  readonly outcome: WriteOutcome | null;
}

/** A class, since one is made for each operation: V8 compiles no code for the accessors of an object literal. */
export class OperationContext implements GraphQLContext {
  readonly limits: GraphQLContext['limits'];
  readonly capabilities: GraphQLContext['capabilities'];
  readonly writing: WritingContext;
  readonly lifetime: GraphQLContext['lifetime'];
  readonly work: OperationWork;
  readonly takeMemory: GraphQLContext['takeMemory'];
  readonly #handler: GraphQLHandlerOptions;
  readonly #server: ServerContext;
  readonly #services: Services;
  /** Made for those that read: most writes do not. */
  #loaders: Loaders | null = null;
  #views: CatalogViews | null = null;

  constructor(handler: GraphQLHandlerOptions, server: ServerContext, { services, work, outcome }: OperationParts) {
    this.limits = handler.limits;
    this.capabilities = handler.capabilities ?? localCapabilities;
    this.writing = { services, requestContext: server.requestContext, outcome };
    this.lifetime = server.lifetime;
    this.work = work;
    this.takeMemory = server.takeMemory;
    this.#handler = handler;
    this.#server = server;
    this.#services = services;
  }

  get loaders(): Loaders {
    this.#loaders ??= createLoaders(this.#services, this.#server.requestContext);
    return this.#loaders;
  }

  get views(): CatalogViews {
    const { services, contextFrom = 'any', limits, whileReading } = this.#handler;
    const { requestContext, lifetime, consulted } = this.#server;
    const maxContexts = limits.contexts;
    this.#views ??= createCatalogViews({
      ...{ services, requestContext, contextFrom, maxContexts, lifetime, consulted, whileReading },
    });
    return this.#views;
  }

  forgetRead(): void {
    this.#loaders = null;
  }

  /** What loaders read was charged while they read it: work that is done a second time reads anew, but calls no platform for it again. */
  restart(): void {
    this.work.restart();
    this.#server.requestContext.upstream?.restart();
    this.forgetRead();
    this.#views = null;
  }
}
