/**
 * What a unit of work takes (`src/domain/work-budget.ts`): each shape of request is made as large as the limits allow, and is sent to
 * a gateway that has answered it before. The default of the limit `cost` is right while the longest block stays within its bound.
 * `npm run bench:units -- [engine] [store] [part of a name]`, on Linux.
 */
import { type DocumentNode, getOperationAST } from 'graphql';
import { coerceVariables } from '../src/graphql/errors/variable-faults.ts';
import { LimitExceeded } from '../src/graphql/limits/limit-exceeded.ts';
import { createParser } from '../src/graphql/limits/parse-within-limits.ts';
import { measureCost } from '../src/graphql/limits/query-cost.ts';
import { schema } from '../src/graphql/schema/schema.ts';
import { defaultLimits } from '../src/http/limits.ts';
import type { EngineName, StoreName } from '../test/attacks/attacked-store.ts';
import { prepareStores } from '../test/attacks/prepare-stores.ts';
import { markMemory, peakMemory } from '../test/attacks/process-memory.ts';
import { startWatchedGateway, type WatchedGateway } from '../test/attacks/search/watched-gateway.ts';
import { type Shape, shapes } from './work-shapes.ts';

const [engine = 'sqlite', store = 'demo', only = ''] = process.argv.slice(2);
const rounds = 3;

const stores = await prepareStores(process.env.KEPT_STORES ?? null);
const attacked = await stores.get(engine as EngineName, store as StoreName);
const gateway = await startWatchedGateway(attacked);
process.stdout.write(
  `| ${engine}, ${store} store: shape, × how much of it | requested | actual | ms | µs a unit | longest block, ms | MB more | answer |\n|---|---|---|---|---|---|---|---|\n`,
);
for (const [name, shape] of Object.entries(shapes)) {
  if (name.includes(only)) process.stdout.write(`| ${(await measure(name, shape, gateway)).join(' | ')} |\n`);
}
await gateway.stop('SIGKILL');
await stores.close();

async function measure(name: string, shape: Shape, { program, post, sample, tokens }: WatchedGateway) {
  const size = largestAccepted(shape);
  const headers = { Authorization: `Bearer ${tokens.client_credentials}` };
  const taken = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { query, variables } = shape.request(size, attacked.parent, round);
    await sample();
    const before = markMemory(program.pid);
    const { text, summary } = await post({ query, ...(variables && { variables }) }, shape.needsToken ? headers : {});
    const { delayMs, cpuMs } = await sample();
    const megabytes = (peakMemory(program.pid) - before) / 1e6;
    const [, requested, actual] = /"cost":\{"requested":(\d+),"actual":(\d+)/.exec(text) ?? [];
    taken.push({ ms: cpuMs, blockMs: Math.min(delayMs, cpuMs), megabytes, summary, requested, actual: Number(actual) });
  }
  // The first one is for code and connections that are used for the first time.
  const { ms, requested, actual, summary } = taken
    .slice(1)
    .toSorted((a, b) => a.ms - b.ms)[0] as (typeof taken)[number];
  const blockMs = Math.min(...taken.slice(1).map(({ blockMs }) => blockMs));
  const first = Math.max(...taken.map(({ megabytes }) => megabytes));
  const perUnit = actual > 0 ? ((1000 * ms) / actual).toFixed(2) : '–';
  return [
    `${name} × ${size}`,
    requested,
    actual,
    Math.round(ms),
    perUnit,
    Math.round(blockMs),
    Math.round(first),
    summary,
  ];
}

function largestAccepted({ request, max }: Shape): number {
  let [accepted, refused] = [0, max + 1];
  while (refused - accepted > 1) {
    const size = Math.ceil((accepted + refused) / 2);
    if (isAccepted(request(size, attacked.parent, 0))) accepted = size;
    else refused = size;
  }
  return accepted;
}

function isAccepted({ query, variables = {} }: ReturnType<Shape['request']>): boolean {
  let document: DocumentNode;
  try {
    document = createParser(defaultLimits)(query);
  } catch (error) {
    if (error instanceof LimitExceeded) return false;
    throw error;
  }
  const operation = getOperationAST(document);
  if (!operation) throw new Error(query);
  const coerced = coerceVariables({ schema, document, operation, hasIntrospection: true, maxViolations: 1 }, variables);
  if ('violations' in coerced) throw new Error(JSON.stringify(coerced.violations));
  const cost = measureCost({ schema, document, operation, ...coerced, pageLength: defaultLimits.pageLength });
  return cost <= defaultLimits.cost && JSON.stringify({ query, variables }).length < defaultLimits.bodyBytes;
}
