/** How statements about a write are checked on both faces: an input in GraphQL's names, changed in one member. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import type { RestOptions } from '../../support/rest-gateway.ts';
import type { Statement } from '../statement.ts';
import { expectError, expectRefusal, type Json, type World } from '../world.ts';

export interface WriteKind {
  readonly mutation: string;
  readonly method: 'POST' | 'PUT';
  readonly path: (world: World, input: Json) => string;
  /** Members of the input that REST has in its path. */
  readonly inPath: readonly string[];
  /** What is sent beside the input over REST. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly base: (world: World) => Json;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inSnakeCase(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), inSnakeCase(member)]));
}

/** GraphQL's names of the values that the contract writes in lower case. */
const enums = new Map(
  ['string', 'integer', 'boolean', 'float', 'vendor_payments_processor', 'vendor_net'].map((one) => [
    one,
    one.toUpperCase(),
  ]),
);

function withEnums(input: Json): Json {
  const { fieldType, paymentAuthority, ...rest } = input;
  const type = paymentAuthority?.type;
  return {
    ...rest,
    ...('fieldType' in input && { fieldType: enums.get(fieldType) ?? fieldType }),
    ...('paymentAuthority' in input && {
      paymentAuthority: type == null ? paymentAuthority : { ...paymentAuthority, type: enums.get(type) ?? type },
    }),
  };
}

export function changed(input: Json, path: string, value: unknown): Json {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    const { [name]: _, ...others } = input;
    return value === undefined ? others : { ...others, [name]: value };
  }
  return { ...input, [name]: changed(input[name] ?? {}, rest.join('.'), value) };
}

export function send(world: World, kind: WriteKind, input: Json, options: RestOptions = {}) {
  const own = Object.entries(inSnakeCase(input)).filter(([name]) => !kind.inPath.map(snake).includes(name));
  const data = { ...kind.extra, ...Object.fromEntries(own) };
  return world.rest(kind.method, kind.path(world, input), { body: { data }, ...options });
}

export function mutate(world: World, kind: WriteKind, input: Json, payload = '__typename', options = {}) {
  const type = `${kind.mutation.charAt(0).toUpperCase()}${kind.mutation.slice(1)}Input`;
  return world.ask(
    `mutation($input: ${type}!) { ${kind.mutation}(input: $input) { ${payload} } }`,
    { input: withEnums(input) },
    options,
  );
}

/** The input is refused, and the sentence names the member. */
export function refuses(kind: WriteKind, says: string, path: string, value: unknown): Statement {
  const named = new RegExp(
    `'(input\\.)?${path
      .split('.')
      .map((name) => `(${name}|${snake(name)})`)
      .join('\\.')}`,
  );
  return {
    says,
    async rest(world) {
      const answer = await send(world, kind, changed(kind.base(world), path, value));
      expectRefusal(answer, 400, 'Bad Request');
      ok(
        answer.body.errors.some(({ detail }: Json) => named.test(detail)),
        answer.text,
      );
    },
    async graphql(world) {
      const answer = await mutate(world, kind, changed(kind.base(world), path, value));
      expectError(answer, 'VALIDATION_FAILED', 400, named);
    },
  };
}

/** The input is taken. */
export function takes(
  kind: WriteKind,
  says: string,
  path: string,
  value: unknown | ((world: World) => unknown),
): Statement {
  const input = (world: World) => changed(kind.base(world), path, typeof value === 'function' ? value(world) : value);
  return {
    says,
    async rest(world) {
      const { status, text } = await send(world, kind, input(world));
      deepStrictEqual(status, kind.method === 'POST' ? 201 : 200, text);
    },
    async graphql(world) {
      const { errors, shown } = await mutate(world, kind, { ...input(world), validateOnly: true });
      deepStrictEqual(errors, [], shown);
    },
  };
}

/** Who may write: 401 without a token, 403 with one that only reads. */
export function guarded(kind: WriteKind): Statement[] {
  return [
    {
      says: `\`${kind.mutation}\` without a bearer token is 401.`,
      rest: async (world) =>
        expectRefusal(await send(world, kind, kind.base(world), { as: 'nobody' }), 401, 'Unauthorized'),
      graphql: async (world) =>
        expectError(await mutate(world, kind, kind.base(world), undefined, { as: 'nobody' }), 'UNAUTHENTICATED', 401),
    },
    {
      says: `\`${kind.mutation}\` with a token that only reads is 403.`,
      rest: async (world) =>
        expectRefusal(await send(world, kind, kind.base(world), { as: 'shopper' }), 403, 'Forbidden'),
      graphql: async (world) =>
        expectError(await mutate(world, kind, kind.base(world), undefined, { as: 'shopper' }), 'FORBIDDEN', 403),
    },
    {
      says: `\`${kind.mutation}\` takes its data in the wrapper \`data\`, which is required.`,
      rest: async (world) =>
        expectRefusal(
          await world.rest(kind.method, kind.path(world, kind.base(world)), { body: {} }),
          400,
          'Bad Request',
          /'data' is required/,
        ),
    },
    {
      says: `\`${kind.mutation}\` ignores members of its data that are not known, over REST.`,
      async rest(world) {
        const { status, text } = await send(world, kind, {
          ...kind.base(world),
          unknownMember: { a: 1 },
          meta: { owner: 'x' },
        });
        deepStrictEqual(status, kind.method === 'POST' ? 201 : 200, text);
      },
    },
    {
      says: `\`${kind.mutation}\` needs a JSON body.`,
      async rest(world) {
        const headers = { 'Content-Type': 'text/plain' };
        expectRefusal(
          await world.rest(kind.method, kind.path(world, kind.base(world)), { body: '{}', headers }),
          415,
          'Unsupported Media Type',
        );
      },
    },
  ];
}
