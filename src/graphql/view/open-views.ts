/**
 * The views of one request: one for each context that its operation names, by an argument or by the marks of an id. Two with equal
 * marks are one. A member that is not stated is as the headers say.
 */
import type { CatalogSelection } from '../../domain/catalog/catalog.ts';
import { DomainError, validationError } from '../../domain/errors.ts';
import type { Violation } from '../../domain/input/violations.ts';
import type { Services } from '../../domain/ports.ts';
import { openOwnPart } from '../../domain/product/open-product-part.ts';
import type { ProductPart, ProductPartQuery } from '../../domain/product/ports.ts';
import type { WhileReading } from '../../domain/product/shown-product.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import {
  type ContextMember,
  type ContextSource,
  canonicalContextValue,
  contextHeaders,
  contextMembers,
  type ExplicitContext,
  explicitContextFault,
} from '../../domain/shopper-context.ts';
import type { ConsultedHeaders } from '../../response-cache/consulted-headers.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import { formatMarks } from '../schema/context-marks.ts';
import { createCatalogLoaders, type InTurn } from './catalog-loaders.ts';
import { type CatalogView, inView } from './catalog-view.ts';

/** As GraphQL read it. */
type ContextArgument = { readonly [Member in ContextMember]?: string | null | undefined };

export interface CatalogViews {
  /** Of an argument. `faults` are to be told with those of the field's other arguments: then the view is that of the headers. */
  read(argument: ContextArgument | null | undefined): {
    readonly view: CatalogView;
    readonly faults: readonly Violation[];
  };
  /** Of an id. @throws DomainError VALIDATION_FAILED where only headers may name the context, and say otherwise */
  open(context: ExplicitContext): CatalogView;
  /** The language that texts outside the catalog are formatted in where their field names none. */
  headerLanguage(): string;
}

export interface CatalogViewsOptions {
  readonly services: Pick<Services, 'catalog' | 'products'>;
  /** Its context is that of the headers. */
  readonly requestContext: RequestContext;
  readonly contextFrom: ContextSource;
  readonly maxContexts: number;
  readonly lifetime: Lifetime;
  readonly consulted: ConsultedHeaders;
  /** Around each read of a list: one that a request began goes on when it was ended. Absent: nothing has to know. */
  readonly whileReading?: WhileReading | undefined;
}

export function createCatalogViews(options: CatalogViewsOptions): CatalogViews {
  const { requestContext, contextFrom, maxContexts, consulted } = options;
  const views = new Map<string, CatalogView>();
  const inTurn = createInTurn(options.whileReading);

  /** @throws DomainError LIMIT_EXCEEDED, and ends the request */
  function find(context: ExplicitContext): CatalogView {
    for (const member of contextMembers) {
      if (contextFrom === 'headers' || context[member] === undefined) consulted.add(contextHeaders[member]);
    }
    const marks = formatMarks(context);
    const known = views.get(marks);
    if (known) return known;
    if (views.size >= maxContexts) {
      const reason = tooManyContexts(maxContexts);
      requestContext.budget.end(reason);
      throw reason;
    }
    const made = create(options, inTurn, marks, { ...requestContext, ...context });
    views.set(marks, made);
    return made;
  }

  return {
    read(argument) {
      const { context, faults } = readArgument(argument);
      const told = faults.length > 0 ? faults : faultsOf(options, context);
      return {
        view: find(told.length > 0 ? {} : context),
        faults: told.map(({ path, ...fault }) => ({ ...fault, path: ['context', ...path] })),
      };
    },

    open(context) {
      const faults = faultsOf(options, context);
      if (faults.length > 0) throw validationError(faults.map((fault) => ({ ...fault, path: ['id', ...fault.path] })));
      return find(context);
    },

    headerLanguage() {
      consulted.add(contextHeaders.language);
      return requestContext.language;
    },
  };
}

function create(
  { services, lifetime }: CatalogViewsOptions,
  inTurn: InTurn,
  marks: string,
  requestContext: RequestContext,
): CatalogView {
  /** Null: nothing was read of it yet. */
  let selection: CatalogSelection | null = null;
  const loaders = createCatalogLoaders({
    ...{ services, requestContext, lifetime, inTurn },
    see: (thing) => inView(thing, view),
    async select() {
      selection = await services.catalog.select(requestContext);
      return selection;
    },
  });
  const view: CatalogView = {
    marks,
    requestContext,
    loaders,
    watch: () => services.catalog.watch(requestContext),
    openPart(query) {
      return (selection && openOwnPart(selection, requestContext, query)) ?? openPart(query);
    },
  };

  async function openPart(query: ProductPartQuery): Promise<ProductPart> {
    const part = await services.products.openPart(requestContext, query);
    // Another release than the product's may be retired at any moment, and its cursors refused.
    if (part.releaseId !== query.product.releaseId) lifetime.endBy(0);
    return part;
  }
  return view;
}

/** What it says otherwise than the headers, where these alone name the context. */
function faultsOf({ contextFrom, requestContext }: CatalogViewsOptions, context: ExplicitContext): Violation[] {
  if (contextFrom === 'any') return [];
  return contextMembers.flatMap((member): Violation[] => {
    const stated = context[member];
    if (stated === undefined || stated === canonicalContextValue(member, requestContext[member])) return [];
    const problem = `says otherwise than the header '${contextHeaders[member]}', which alone names it here`;
    return [{ path: [member], subject: 'argument', rule: 'context', problem }];
  });
}

function readArgument(argument: ContextArgument | null | undefined) {
  const context: { -readonly [Member in keyof ExplicitContext]: string } = {};
  const faults: Violation[] = [];
  for (const member of contextMembers) {
    const value = argument?.[member];
    if (value == null) continue;
    const fault = explicitContextFault(member, value);
    if (fault) faults.push({ path: [member], subject: 'argument', ...fault });
    else context[member] = canonicalContextValue(member, value);
  }
  return { context, faults };
}

function tooManyContexts(limit: number): DomainError {
  const message = `The operation names more than the ${limit} contexts that are allowed, that of the headers included. Send several.`;
  return new DomainError('LIMIT_EXCEEDED', message, [], { exceeded: { limitName: 'contexts', limit } });
}

/** Whether the one before failed is told to whom it was read for. */
function createInTurn(whileReading: WhileReading = (run) => run()): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (read) => {
    const readKnown = () => whileReading(read);
    const mine = last.then(readKnown, readKnown);
    last = mine;
    return mine;
  };
}
