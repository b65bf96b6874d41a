/** The OpenAPI 3.1 document, made of the routes and of the schemas that check what comes in. */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { CatalogAccess } from '../domain/access.ts';
import { idempotencyKeyConstraint } from '../domain/idempotency/idempotency-key.ts';
import { identifierConstraint, uuidConstraint } from '../domain/input/identifiers.ts';
import { offsetLimits, pageLimits } from '../domain/paging/page.ts';
import { shopperContextConstraint } from '../domain/shopper-context.ts';
import type { Addresses } from './links.ts';
import { inWords } from './request-schema.ts';
import { isOfCatalogs, type QueryParameter, type RestRoute } from './route.ts';

const jsonType = 'application/json';

export interface Described extends Pick<Addresses, 'base'> {
  /** Whether reading the catalog needs a token here; open unless said. */
  readonly catalogAccess?: CatalogAccess;
}

export function createOpenApiDocument(routes: readonly RestRoute[], { base, catalogAccess = 'open' }: Described) {
  const schemas: Schemas = {};
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commerce gateway',
      version: '2',
      description: 'The commerce platform interface. The same store answers GraphQL at `/graphql`.',
    },
    servers: [{ url: base }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths: toPaths(routes, schemas, catalogAccess),
    components: {
      schemas: { ...schemas, Errors: toSchema(errors, schemas) },
      headers: {
        Allow: { description: 'The methods that the path allows.', schema: { type: 'string' } },
        'Cache-Control': { description: 'Who may keep the response, and for how long.', schema: { type: 'string' } },
        ETag: { description: 'Of the response; another one as soon as its body is.', schema: { type: 'string' } },
        'Idempotent-Replayed': {
          description: 'That the write was done before, and this is its answer again.',
          schema: { const: 'true' },
        },
        RateLimit: {
          description:
            'Of each policy, how many requests are left, and in how many seconds all of them are there again.',
          schema: { type: 'string', examples: ['"address";r=999;t=1, "client";r=499;t=1'] },
        },
        'RateLimit-Policy': {
          description: 'How many requests an address, and the tokens of a client, may send in how many seconds.',
          schema: { type: 'string', examples: ['"address";q=1000;w=1, "client";q=500;w=1'] },
        },
        'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } },
        Vary: { description: "The request's headers that the response depends on.", schema: { type: 'string' } },
        'WWW-Authenticate': { description: 'What kind of token is needed.', schema: { type: 'string' } },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of `POST /oauth/access_token`; writing needs one of the grant `client_credentials`.',
        },
      },
    },
  };
}

const errors = z.object({
  errors: z
    .array(
      z.object({
        title: z.string().meta({ description: 'Of the status.' }),
        status: z.string().regex(/^[45]\d\d$/),
        detail: z.string().meta({ description: 'A sentence for people.' }),
      }),
    )
    .min(1)
    .meta({ description: 'One entry for each fault.' }),
});

function toPaths(routes: readonly RestRoute[], schemas: Schemas, catalogAccess: CatalogAccess) {
  const byPath = Map.groupBy(routes, ({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  const toMethods = (onPath: readonly RestRoute[]) =>
    onPath.map((route) => [route.method.toLowerCase(), toOperation(route, schemas, catalogAccess)]);
  return Object.fromEntries([...byPath].map(([path, onPath]) => [path, Object.fromEntries(toMethods(onPath))]));
}

function toOperation(route: RestRoute, schemas: Schemas, catalogAccess: CatalogAccess) {
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(name, route));
  const isOpen = catalogAccess === 'open' && (route.isCatalog || route.isOpen);
  return {
    operationId: route.operationId,
    tags: [tagOf(route)],
    summary: route.summary,
    security: isOpen ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...params,
      ...route.query.map((name) => queryParameter(name, route)),
      ...(route.isCatalog ? [...contextHeaders, validatorHeader] : []),
      ...(route.request ? [idempotencyHeader] : []),
    ],
    ...(route.request && {
      requestBody: {
        required: true,
        content: {
          [jsonType]: { schema: { type: 'object', properties: { data: route.request() }, required: ['data'] } },
        },
      },
    }),
    responses: {
      [route.status]: {
        description: STATUS_CODES[route.status],
        ...(route.isCatalog && ofCached),
        ...(route.request && toHeaders(['Idempotent-Replayed'])),
        content: { [jsonType]: { schema: toSchema(route.response, schemas) } },
      },
      ...(route.isCatalog && { 304: { description: STATUS_CODES[304], ...ofCached } }),
      ...Object.fromEntries(errorStatuses(route).map((status) => [status, toErrorAnswer(status)])),
      default: { description: 'What a platform behind the gateway refused by any other status.', ...errorContent },
    },
  };
}

/** Postman, Bruno and Swagger UI show those with the same one in a folder. */
function tagOf({ path }: Pick<RestRoute, 'path'>): string {
  const [, name = ''] = path.replace(/^\/(pcm|settings\/extensions)/, '').split('/');
  return name;
}

/** Whatever the operation, its path, and the limits of the server can answer. */
function errorStatuses({ request, isCatalog, isOpen, errors }: RestRoute): number[] {
  // 501 and 504 are of gateways before a platform.
  const always = [400, 401, 405, 408, 429, 431, 500, 501, 503];
  // A write's body, its idempotency key, and a platform that may have done it.
  const ofWrites = request ? [409, 413, 415, 422, 504] : [];
  return [...new Set([...always, ...ofWrites, ...(isCatalog || isOpen ? [] : [403]), ...errors])].sort((a, b) => a - b);
}

const headersOf: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

function toErrorAnswer(status: number) {
  const names = headersOf[status];
  return { description: STATUS_CODES[status], ...(names && toHeaders(names)), ...errorContent };
}

function toHeaders(names: readonly string[]) {
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

const ofCached = toHeaders(['Cache-Control', 'ETag', 'Vary']);

const errorContent = { content: { [jsonType]: { schema: { $ref: '#/components/schemas/Errors' } } } };

type Schemas = Record<string, unknown>;

/** Schemas that have an id of their own are collected, and named where they are used. */
function toSchema(schema: z.ZodType, schemas: Schemas) {
  const {
    $schema: _,
    $defs,
    ...rest
  } = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', override: ofAnswer })).replaceAll(
      '"#/$defs/',
      '"#/components/schemas/',
    ),
  );
  Object.assign(schemas, $defs);
  return rest;
}

/** What a record may leave out is there in an answer: a default would mean nothing, and Kubb's schemas of one that is null do not compile. */
function ofAnswer({ jsonSchema }: Parameters<typeof inWords>[0]): void {
  inWords({ jsonSchema });
  delete jsonSchema.default;
}

/** Ids of catalogs, and of what they hold, are whatever the platform gave; all others are UUIDs. */
function pathParameter(name: string, { path }: Pick<RestRoute, 'path'>) {
  const constraint = isOfCatalogs(path) ? identifierConstraint : uuidConstraint;
  return { name, in: 'path', required: true, schema: { type: 'string', ...constraint } };
}

/** Nodes are found by their ids alone. */
function queryParameter(name: QueryParameter, { operationId }: Pick<RestRoute, 'operationId'>) {
  const ofNodes = name === 'filter' && operationId === 'listNodes';
  const description = 'in(id,…): the nodes with these ids.';
  return { name, in: 'query', ...queryParameters[name], ...(ofNodes && { description }) };
}

function headerParameter(name: string, description: string, constraint: object = {}) {
  return { name, in: 'header', description, schema: { type: 'string', ...constraint } };
}

const validatorHeader = headerParameter(
  'If-None-Match',
  'The `ETag` of a response that the client has: 304 without a body, where it still is the response.',
);

const idempotencyHeader = headerParameter(
  'Idempotency-Key',
  'Names the write, so that it happens once however often it is sent: for 24 hours the same key with the same input is ' +
    'answered as it was first, with `Idempotent-Replayed: true`; with another input it is 422, while the first one runs 409.',
  idempotencyKeyConstraint,
);

const queryParameters: Record<QueryParameter, object> = {
  include: {
    description:
      '`main_images` (or `main_image`), `files`, or both with a comma between: the records of the files that the products name, under ' +
      '`included`.',
    schema: { type: 'string' },
  },
  filter: {
    description: 'eq(attribute,value) and in(attribute,value,…), up to 10, joined by `:`, which means AND.',
    schema: { type: 'string' },
    allowReserved: true,
  },
  since: {
    description: 'The release that is compared with; absent: none, everything is new.',
    schema: { type: 'string', ...identifierConstraint },
  },
  after: {
    description: 'The last product of the part before, as `links.next` has it.',
    schema: { type: 'string', ...identifierConstraint },
  },
  'page[limit]': {
    description: "How many records; the store's page length (25 unless it is set) where it is not sent.",
    schema: { type: 'integer', minimum: pageLimits.min, maximum: pageLimits.max },
  },
  'page[offset]': {
    description: 'From which record on, counted from 0: records, not pages.',
    schema: { type: 'integer', minimum: offsetLimits.min, maximum: offsetLimits.max, default: offsetLimits.unset },
  },
};

const contextHeaders = Object.entries({
  'EP-Channel': 'The channel that catalog rules are matched with; empty: rules without channels.',
  'EP-Context-Tag': 'The tag that catalog rules are matched with.',
  'Accept-Language': 'The preferred language and locale.',
}).map(([name, description]) => headerParameter(name, description, shopperContextConstraint));
