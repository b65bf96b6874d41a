/**
 * What stands in `extensions` of the errors, as types: a client selects `errorShapes` in a document of its own, and its code
 * generator then knows codes and violations, which no field of data ever holds.
 */
import type { Constraint } from '../../domain/input/constraint.ts';
import type { PathSegment, ViolationRule } from '../../domain/input/violations.ts';
import { type ClientErrorCode, clientErrorOutcomes } from '../../http/error-outcomes.ts';
import { builder } from '../schema/builder.ts';

/** When each is returned. */
const codes = {
  VALIDATION_FAILED: 'The input breaks a rule: `violations` lists every fault.',
  UNAUTHENTICATED: 'The operation needs a bearer token, and none or no valid one was sent.',
  FORBIDDEN: 'The token may not do this.',
  NOT_FOUND: 'There is no such thing, or not for this shopper.',
  CONFLICT:
    'The write contradicts what is stored, such as a slug that is taken; or the first request with the same idempotency key is still running.',
  UNPROCESSABLE_ENTITY:
    'The children of a product that is not a base product; or an idempotency key that was used with another input.',
  LIMIT_EXCEEDED:
    'The request is more work than one request may be: `limitName`, `limit` and `requested` say which limit.',
  UNAVAILABLE:
    "The database, or the platform behind the gateway, can't be reached or written for the moment, or took too long, or more requests come than can be answered: try again after `Retry-After`.",
  OUTCOME_UNKNOWN:
    'A write went to the platform behind the gateway, and no answer came: it may have been done. Look before you send it again.',
  UNSUPPORTED: 'The platform behind the gateway has nothing that could answer this: `capabilities` says what it has.',
  EXPIRED: 'The cursor is of a release that is no longer current: start again without a cursor.',
  INTERNAL: 'A fault of the gateway: quote the request id when you report it.',
  RATE_LIMITED: 'Too many requests: wait as long as `Retry-After` says.',
  GRAPHQL_PARSE_FAILED: 'The document does not parse.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  PERSISTED_QUERY_NOT_FOUND: 'The document that the request names is not known: send it with its text.',
  PERSISTED_QUERY_NOT_SUPPORTED:
    'The document that the request names is not known, and no other than trusted documents are executed.',
  PERSISTED_QUERY_MISMATCH: 'The document has another hash than the one that the request names it by.',
  DOCUMENT_NOT_TRUSTED: 'Only trusted documents are executed, and this is none of them.',
  BAD_REQUEST: 'The request is not a GraphQL request.',
  METHOD_NOT_ALLOWED: 'The method is not allowed: a mutation needs POST.',
  NOT_ACCEPTABLE: 'The request accepts no media type that the gateway has.',
  REQUEST_TIMEOUT: 'The request took too long to arrive.',
  PAYLOAD_TOO_LARGE: 'The body is larger than `bodyBytes` of `limits`.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON, or is compressed.',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'The headers are larger than `headerBytes` of `limits`.',
} as const satisfies Record<ClientErrorCode, string>;

const constraintNames = {
  minLength: 'Too few characters.',
  maxLength: 'Too many characters.',
  pattern: 'The pattern does not match.',
  format: 'Not of the format.',
  min: 'Too small a number.',
  max: 'Too large a number.',
  minItems: 'Too few items.',
  maxItems: 'Too many items.',
  maxProgramSize: 'A regular expression that compiles to too many instructions.',
} as const satisfies Record<keyof Constraint, string>;

const ruleNames = {
  ...constraintNames,
  required: 'Missing, or null.',
  type: 'Of another type.',
  characters: 'A character that no text may hold: NUL, or a lone surrogate.',
  enum: 'Not one of the allowed values.',
  range: 'Two members that contradict each other.',
  reserved: 'A reserved name.',
  exclusive: 'Two arguments that exclude each other.',
  cursor: 'Not a cursor of this list.',
  context: "It differs from the request's headers, which alone name the context here.",
  reference: 'It names something that does not exist.',
  conflict: 'The value is taken.',
  more: 'No rule: says how many violations there are beyond those that are listed.',
} as const satisfies Record<ViolationRule, string>;

function enumValues<Name extends string>(descriptions: Readonly<Record<Name, string>>) {
  const values = Object.entries(descriptions).map(([name, description]) => [name, { description }]);
  return Object.fromEntries(values) as Record<Name, { description: string }>;
}

const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'What went wrong, as `extensions.code` of an error says it.',
  values: enumValues(codes),
});

const ViolationRuleEnum = builder.enumType('ViolationRule', {
  description: 'The rule that a value breaks: an argument of `@constraint`, or one that has no such form.',
  values: enumValues(ruleNames),
});

builder.scalarType('PathSegment', {
  description: 'A step of a path: the name of a field or argument, or the index of an item.',
  serialize: (segment) => segment,
});

interface ViolationShape {
  readonly path: readonly PathSegment[];
  readonly rule: ViolationRule;
  readonly message: string;
}

const ViolationType = builder.objectRef<ViolationShape>('Violation').implement({
  description: 'A fault of an input.',
  fields: (t) => ({
    path: t.expose('path', {
      type: ['PathSegment'],
      description: "Where it is, from the field's arguments on: `input`, `email`.",
    }),
    rule: t.expose('rule', { type: ViolationRuleEnum, description: 'The rule that is broken.' }),
    message: t.exposeString('message', { description: 'A sentence.' }),
  }),
});

interface ErrorExtensions {
  readonly code: ClientErrorCode;
  readonly status: number;
  readonly title: string;
  readonly requestId: string;
  readonly violations: readonly ViolationShape[] | null;
  readonly limitName: string | null;
  readonly limit: number | null;
  readonly requested: number | null;
}

const ErrorExtensionsType = builder.objectRef<ErrorExtensions>('ErrorExtensions').implement({
  description: 'What stands in `extensions` of an error. In an error, members are absent where they are null here.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeEnum, description: 'What went wrong.' }),
    status: t.exposeInt('status', { description: 'The HTTP status that the REST interface gives for the same fault.' }),
    title: t.exposeString('title', { description: 'What HTTP calls that status.' }),
    requestId: t.exposeID('requestId', { description: 'Quote it when you report the error.' }),
    violations: t.expose('violations', {
      type: [ViolationType],
      nullable: true,
      description: 'Every fault of the input; null if the input is not at fault.',
    }),
    limitName: t.exposeString('limitName', {
      nullable: true,
      description: 'The limit that is exceeded, by its name in `limits`; null for any other code than LIMIT_EXCEEDED.',
    }),
    limit: t.expose('limit', {
      type: 'SafeInt',
      nullable: true,
      description: 'The value of that limit; null where `limitName` is.',
    }),
    requested: t.expose('requested', {
      type: 'SafeInt',
      nullable: true,
      description: 'How much was requested; null if it is not known, or no limit is exceeded.',
    }),
  }),
});

const violation: ViolationShape = {
  path: ['input', 'name'],
  rule: 'minLength',
  message: "The field 'input.name' must have at least 3 characters.",
};

function toExample(code: ClientErrorCode): ErrorExtensions {
  const isLimit = code === 'LIMIT_EXCEEDED';
  return {
    code,
    ...clientErrorOutcomes[code],
    requestId: '00000000-0000-0000-0000-000000000000',
    violations: code === 'VALIDATION_FAILED' ? [violation] : null,
    limitName: isLimit ? 'depth' : null,
    limit: isLimit ? 20 : null,
    requested: isLimit ? 21 : null,
  };
}

builder.queryField('errorShapes', (t) =>
  t.field({
    type: [ErrorExtensionsType],
    description:
      'An example of what `extensions` hold for each code. Select it in a document that you never send, and code generators ' +
      'give you the types of errors (`docs/clients.md`).',
    resolve: () => (Object.keys(codes) as ClientErrorCode[]).map(toExample),
  }),
);
