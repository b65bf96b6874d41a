/**
 * Queries that are asked often, as compiled code (graphql-jit): graphql-js looks everything up again for each product of a
 * page. It executes whatever is not compiled, and again what failed, so that errors are its own.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';

export type Execute = (args: ExecutionArgs) => Promise<ExecutionResult>;

export interface CompilerOptions {
  readonly schema: GraphQLSchema;
  /** How often a document is executed before it is compiled. */
  readonly compileAfter?: number;
}

type Run = (root: unknown, context: unknown, variables: unknown) => ExecutionResult | Promise<ExecutionResult>;

/** By operation name. */
interface Known {
  uses: number;
  /** Null: it can't be compiled. */
  readonly runs: Map<string, Run | null>;
}

/** Compiling takes some 10 ms for 100 tokens, during which nothing else is done, and leaves some 0.1 MB. */
const maxTokens = 600;
const maxDocuments = 100;

export function createExecute({ schema, compileAfter = 5 }: CompilerOptions): Execute {
  const documents = new LRUCache<DocumentNode, Known>({ max: maxDocuments });

  async function findRun({ document, operationName }: ExecutionArgs): Promise<Run | null> {
    const known = documents.get(document) ?? { uses: 0, runs: new Map() };
    documents.set(document, known);
    known.uses += 1;
    if (known.uses <= compileAfter || !isCompilable(document)) return null;
    const name = operationName ?? '';
    if (!known.runs.has(name)) known.runs.set(name, await compile(schema, document, operationName));
    return known.runs.get(name) ?? null;
  }

  return async (args) => {
    const run = await findRun(args);
    if (run) {
      const result = await untilAborted(
        run(args.rootValue, args.contextValue, args.variableValues ?? {}),
        args.abortSignal,
      );
      if (!result.errors) return result;
    }
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

const compilable = new WeakMap<DocumentNode, boolean>();

/**
 * Queries without directives: compiled code reads `@skip` and `@include` otherwise than graphql-js where fragments meet. And
 * without the one response name that is no ordinary member of an object.
 */
function isCompilable(document: DocumentNode): boolean {
  const known = compilable.get(document);
  if (known !== undefined) return known;
  let isPlain = (document.tokenCount ?? Number.POSITIVE_INFINITY) <= maxTokens;
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
  compilable.set(document, isPlain);
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
