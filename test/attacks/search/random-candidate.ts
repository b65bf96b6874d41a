/** A request that nothing is known about yet. */
import { Kind, type OperationTypeNode } from 'graphql';
import { routes } from '../../../src/rest/routes.ts';
import type { Candidate, GraphQLCandidate, RestCandidate } from './candidate.ts';
import { hostilePattern, hostileText, type ValueSource } from './hostile-values.ts';
import { type DocumentSource, type Draft, randomSelection } from './random-document.ts';

const accepts = ['application/json', 'application/json', 'application/graphql-response+json', '*/*', 'multipart/mixed'];
const grants = [null, null, 'implicit', 'client_credentials', 'client_credentials'] as const;
const repeats = [1, 1, 1, 2, 7];
/** Neither face's: they are requested like all others. */
const otherPaths = ['/v2/openapi.json', '/health/ready', '/', '/graphql', '/none', '/v2/%ff'];

export function randomCandidate(source: DocumentSource): Candidate {
  return source.random.chance(0.15) ? randomRest(source) : randomGraphQL(source);
}

function randomSending({ random }: ValueSource) {
  return { grant: random.pick(grants), accept: random.pick(accepts), repeats: random.pick(repeats) };
}

function randomGraphQL(source: DocumentSource): GraphQLCandidate {
  const { random, schema } = source;
  const isMutation = random.chance(0.12);
  const type = isMutation ? schema.getMutationType() : schema.getQueryType();
  if (!type) throw new Error('The schema has no such operation.');
  const draft: Draft = { definitions: [], values: {}, fields: 0 };
  const selectionSet = randomSelection(source, draft, { type, depth: 1 + random.below(7) });
  return {
    kind: 'graphql',
    ...randomSending(source),
    ...(isMutation && { grant: 'client_credentials' as const }),
    way: random.chance(0.1) ? 'GET' : 'POST',
    before: '',
    document: {
      kind: Kind.DOCUMENT,
      definitions: [
        {
          kind: Kind.OPERATION_DEFINITION,
          operation: (isMutation ? 'mutation' : 'query') as OperationTypeNode,
          variableDefinitions: draft.definitions,
          selectionSet,
        },
      ],
    },
    variables: draft.values,
  };
}

function randomRest(source: ValueSource): RestCandidate {
  const { random, material } = source;
  if (random.chance(0.1)) {
    return {
      kind: 'rest',
      ...randomSending(source),
      method: 'GET',
      path: random.pick(otherPaths),
      query: [],
      body: undefined,
    };
  }
  const { method, path, query, request } = random.pick(routes);
  return {
    kind: 'rest',
    ...randomSending(source),
    ...(request && { grant: 'client_credentials' as const }),
    method,
    path: `/v2${path.replace(/:\w+/g, () => encodeURIComponent(random.pick(material.ids)))}`,
    query: query.filter(() => random.chance(0.6)).map((name) => [name, randomParameter(name, source)] as const),
    body: request ? { data: randomBody(request as JsonSchema, source) } : undefined,
  };
}

export function randomParameter(name: string, source: ValueSource): string {
  const { random } = source;
  if (name === 'page[limit]') return random.pick(['1', '25', '100', '100', '0', '101', 'x']);
  if (name === 'page[offset]') return random.pick(['0', '100', '9900', '10000', '10000', '10001', '-1']);
  const conditions = Array.from({ length: 1 + random.below(random.chance(0.1) ? 11 : 3) }, () =>
    randomCondition(source),
  );
  return conditions.join(':');
}

function randomCondition({ random, material }: ValueSource): string {
  const attribute = random.pick(['id', 'name', 'sku', 'slug', 'mpn', 'upc_ean', 'product_types', 'tags']);
  const count = random.pick([1, 1, 2, 5, 50, 1000]);
  const values = Array.from({ length: count }, (_, index) => {
    const value = random.chance(0.6) ? random.pick(material.values) : random.chance(0.5) ? `x${index}` : '';
    return `"${value.replace(/["\\]/g, '\\$&')}"`;
  });
  return `${count === 1 && random.chance(0.5) ? 'eq' : 'in'}(${attribute},${values.join(',')})`;
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** A body by the route's own schema; some of its members are something else. */
function randomBody(schema: JsonSchema, source: ValueSource, name = ''): unknown {
  const { random, material } = source;
  if (random.chance(0.05)) return random.pick([null, 1, {}, [], 'x'.repeat(100_000), new Array(50_000).fill('')]);
  if (schema.anyOf) return randomBody(random.pick(schema.anyOf), source, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.properties) {
    const members = Object.entries(schema.properties).filter(() => random.chance(0.9));
    return Object.fromEntries(members.map(([member, inner]) => [member, randomBody(inner, source, member)]));
  }
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return random.pick([0, 1, -1, 65_535, 65_536, 2 ** 53, 1.5]);
  if (type === 'boolean') return random.chance(0.5);
  if (name === 'regex') return hostilePattern(random);
  return /id$/.test(name) ? random.pick(material.ids) : hostileText(random);
}
