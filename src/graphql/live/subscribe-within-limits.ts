/**
 * A subscription: its events are executed one by one, each with a context and a budget of its own, as requests are. It ends with its
 * client, with its token and with the gateway, and however it ends, what it holds is let go at once.
 */
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  validateSubscriptionArgs,
} from 'graphql';
import { hasCode } from '../../domain/errors.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { LiveConnections } from './live-connections.ts';

export type Results = AsyncIterableIterator<ExecutionResult, undefined>;

export interface SubscribeOptions {
  readonly connections: LiveConnections;
  readonly requestContext: RequestContext;
  /** Of what the client sent, in bytes. */
  readonly sentBytes: number;
  /** Aborted when the client has gone. */
  readonly clientSignal: AbortSignal;
  /** The same request's context, now. Throws a DomainError where its token is not valid any more. */
  readonly renew: () => Promise<RequestContext>;
  /** Executes the operation for one event. */
  readonly execute: (event: unknown, requestContext: RequestContext) => Promise<ExecutionResult>;
  /** What the client is told of an error. */
  readonly toResult: (error: unknown) => ExecutionResult;
}

/** A token that is revoked, or has expired, ends its subscriptions within this time. */
const verifyEveryMs = 2000;

/** An answer with errors instead, where it can't begin. */
export async function subscribeWithinLimits(
  args: ExecutionArgs,
  options: SubscribeOptions,
): Promise<Results | ExecutionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  let hasStopped = false;
  let end = () => {
    hasStopped = true;
  };
  const connection = openConnection(args.document, options, () => end());
  if (connection instanceof GraphQLError) return { errors: [connection] };
  const source = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in source)) {
    connection.close();
    return source;
  }
  const results = createResults(source[Symbol.asyncIterator](), options, connection.close);
  end = () => void results.return?.();
  if (hasStopped) end();
  return results;
}

function openConnection(
  document: DocumentNode,
  { connections, requestContext: { clientKey }, sentBytes }: SubscribeOptions,
  onStop: () => void,
) {
  try {
    return connections.open({ clientKey, heldBytes: heldBytesOf(document, sentBytes), onStop });
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Measured on Node.js 24: of JSON an empty object takes most for its bytes, of a document its tokens (`limits/document-cache.ts`). */
const [bytesOfSentByte, bytesOfToken] = [25, 450];

/** A document may have come before, and be named only. */
function heldBytesOf({ loc, tokenCount = 0 }: DocumentNode, sentBytes: number): number {
  return bytesOfSentByte * Math.max(sentBytes, loc?.end ?? 0) + bytesOfToken * tokenCount;
}

function createResults(events: AsyncIterator<unknown>, options: SubscribeOptions, onEnd: () => void): Results {
  const { renew, execute, toResult } = options;
  let fault: { readonly error: unknown } | null = null;
  const fail = (error: unknown) => {
    fault ??= { error };
    life.end();
  };
  const life = createLife(options, fail, () => {
    // Whoever waits for the next event is told that there is none.
    void events.return?.();
    onEnd();
  });

  /** Once, and then the end. */
  function tellFault(): IteratorResult<ExecutionResult, undefined> {
    if (!fault) return { done: true, value: undefined };
    const value = toResult(fault.error);
    fault = null;
    return { done: false, value };
  }

  async function next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (life.hasEnded) return tellFault();
    try {
      const event = await events.next();
      if (!event.done) return { done: false, value: await execute(event.value, await renew()) };
      life.end();
    } catch (error) {
      fail(error);
    }
    return tellFault();
  }

  const results: Results = {
    [Symbol.asyncIterator]: () => results,
    next,
    async return() {
      life.end();
      return { done: true, value: undefined };
    },
  };
  return results;
}

/** Ends once: when it is told to, with its client, or when its token fails. */
function createLife(
  { requestContext, clientSignal, renew }: SubscribeOptions,
  onFailed: (error: unknown) => void,
  onEnd: () => void,
) {
  let hasEnded = false;
  const verify = () =>
    renew().catch((error: unknown) => {
      // What can't be known for the moment is looked at again.
      if (hasCode(error, 'UNAUTHENTICATED')) onFailed(error);
    });
  const verifying = requestContext.actor ? setInterval(verify, verifyEveryMs).unref() : undefined;

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(verifying);
    clientSignal.removeEventListener('abort', end);
    onEnd();
  }

  clientSignal.addEventListener('abort', end, { once: true });
  if (clientSignal.aborted) end();
  return {
    end,
    get hasEnded() {
      return hasEnded;
    },
  };
}
