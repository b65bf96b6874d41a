/**
 * Queries that are executed often, as compiled code (graphql-jit): graphql-js looks everything up again for each product of a
 * page, and takes 1.3 to 1.9 times the processor's time (`bench/baseline.md`, fast paths). It executes whatever is not compiled, and
 * again what failed, so that errors are its own.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { countExpandedFields } from './count-expanded-fields.ts';

/** `begin` is called before each of the runs that it takes. */
export type Execute = (args: ExecutionArgs, begin: () => void) => Promise<ExecutionResult>;

export interface CompilerOptions {
  readonly schema: GraphQLSchema;
  /** How often an operation is executed before it is compiled. */
  readonly compileAfter?: number;
}

type Run = (root: unknown, context: unknown, variables: unknown) => ExecutionResult | Promise<ExecutionResult>;

export interface CompiledQuery {
  /** Null: graphql-jit can't compile it. */
  readonly run: Run | null;
  readonly bytes: number;
}

/** Compiling takes a tenth of a millisecond for each expanded field, during which nothing else is done. */
export const maxFields = 300;
const maxTokens = 600;

/** What compiled code takes of V8's heap, and the document with it: measured, in bytes. */
const bytesPerField = 6000;
const bytesPerToken = 450;
const bytesPerQuery = 50_000;
export const maxBytes = 32_000_000;

export type CompiledQueries = ReturnType<typeof createCompiledQueries>;

/** The last used ones, as many as their bytes together allow. */
export function createCompiledQueries() {
  return new LRUCache<OperationDefinitionNode, CompiledQuery>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
}

export function createExecute(
  { schema, compileAfter = 5 }: CompilerOptions,
  compiled: CompiledQueries = createCompiledQueries(),
): Execute {
  /** Below zero: it is being compiled, or is too large for it. Lives as long as the document is cached. */
  const usesLeft = new WeakMap<OperationDefinitionNode, number>();

  async function findRun({ document, operationName }: ExecutionArgs): Promise<Run | null> {
    const operation = getOperationAST(document, operationName);
    if (!operation) return null;
    const known = compiled.get(operation);
    if (known) return known.run;
    const left = usesLeft.get(operation) ?? compileAfter;
    usesLeft.set(operation, left - 1);
    if (left !== 0 || !isCompilable(document)) return null;
    const fields = countExpandedFields(schema, document, operation);
    if (fields > maxFields) return null;
    const run = await compile(schema, document, operationName);
    const tokens = document.tokenCount ?? 0;
    compiled.set(operation, { run, bytes: bytesPerQuery + bytesPerField * fields + bytesPerToken * tokens });
    // What is dropped to make room must be used as often again.
    usesLeft.delete(operation);
    return run;
  }

  return async (args, begin) => {
    const run = await findRun(args);
    if (run) {
      begin();
      const result = await untilAborted(
        run(args.rootValue, args.contextValue, args.variableValues ?? {}),
        args.abortSignal,
      );
      if (!result.errors) return result;
    }
    begin();
    return execute(args);
  };
}

async function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: ExecutionArgs['operationName'],
): Promise<Run | null> {
  // Read when it is needed first: a start has no use for it.
  const { compileQuery, isCompiledQuery } = await import('graphql-jit');
  const compiled = compileQuery(schema, document, operationName ?? undefined);
  if (!isCompiledQuery(compiled)) return null;
  return (root, context, variables) => compiled.query(root, context, variables as Record<string, unknown>);
}

/**
 * Queries without directives: compiled code reads `@skip` and `@include` otherwise than graphql-js where fragments meet. And
 * without the one response name that is no ordinary member of an object.
 */
function isCompilable(document: DocumentNode): boolean {
  let isPlain = (document.tokenCount ?? Number.POSITIVE_INFINITY) <= maxTokens;
  if (!isPlain) return false;
  visit(document, {
    OperationDefinition: ({ operation }) => {
      isPlain &&= operation === 'query';
    },
    Field: ({ directives, alias }) => {
      isPlain &&= !directives?.length && alias?.value !== '__proto__';
    },
    FragmentSpread: ({ directives }) => {
      isPlain &&= !directives?.length;
    },
    InlineFragment: ({ directives }) => {
      isPlain &&= !directives?.length;
    },
  });
  return isPlain;
}

/** @throws the reason of the abort: compiled code knows none, and its result is then left alone */
function untilAborted<Value>(
  running: Value | Promise<Value>,
  signal: AbortSignal | null | undefined,
): Value | Promise<Value> {
  if (!signal || !(running instanceof Promise)) return running;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
