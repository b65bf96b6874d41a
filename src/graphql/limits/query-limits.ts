import { pageLimits } from '../../domain/paging/page.ts';
import type { Limits } from '../../http/limits.ts';
import { builder, type FieldsOf } from '../schema/builder.ts';

const perSecond = 'Beyond it the response is 429 with `Retry-After`; 0 if it is not limited.';

const LimitsType = builder.objectRef<Limits>('RequestLimits').implement({
  description:
    'The limits of a request. Where a field says nothing else, what exceeds it is refused with LIMIT_EXCEEDED, before it is executed ' +
    "or as soon as that shows; the error's `limitName` is the field's name here.",
  fields: (t) => ({ ...documentLimits(t), ...trafficLimits(t) }),
});

function documentLimits(t: FieldsOf<Limits>) {
  return {
    documentBytes: t.exposeInt('documentBytes', { description: "A document's length in UTF-8." }),
    tokens: t.exposeInt('tokens', { description: 'Lexical tokens of a document.' }),
    depth: t.exposeInt('depth', { description: 'Fields within fields, fragments expanded; introspection aside.' }),
    aliases: t.exposeInt('aliases', { description: 'Aliased fields of an operation, fragments expanded.' }),
    contexts: t.exposeInt('contexts', {
      description:
        'Contexts that an operation names, by arguments and ids; that of the headers counts where it is used.',
    }),
    mutationFields: t.exposeInt('mutationFields', {
      description: 'Root fields of a mutation: they run one after the other, and fail one by one.',
    }),
    directives: t.exposeInt('directives', { description: 'Directives at one place of a document.' }),
    fragments: t.exposeInt('fragments', { description: 'Fragments that a document defines.' }),
    cost: t.exposeInt('cost', {
      description:
        'What a request may cost: one for each field of the response (2 to 10 for those that are formatted or computed, 100 for a facet) and for ' +
        'each object without any, 60 for each record of a page or at the root, 5 for each record that a list of ids names or that is ' +
        'related, one for each item of an argument that is a list, and 3 for each value of a filter. Estimated first: pages count as ' +
        'full, lists of ids by their length, other lists as two items, the matrix of a parent as 120 combinations. Charged while it ' +
        'runs, for what there really is, long texts and errors included. Each response to a valid operation says both in `extensions.cost`.',
    }),
    errors: t.exposeInt('errors', {
      description:
        'Errors of validation and execution that a response has; a last one then says how many more there are.',
    }),
    violations: t.exposeInt('violations', {
      description: 'Violations that one error lists; a last one (rule `more`) then says how many more there are.',
    }),
    pageSize: t.int({ description: 'The greatest `first` and `last`.', resolve: () => pageLimits.max }),
    pageLength: t.exposeInt('pageLength', {
      description: "The store's page length: how many records a page has that names no size.",
    }),
  };
}

function trafficLimits(t: FieldsOf<Limits>) {
  return {
    bodyBytes: t.exposeInt('bodyBytes', { description: "A request's body; beyond it the response is 413." }),
    bodyLevels: t.exposeInt('bodyLevels', {
      description:
        'Arrays and objects of a JSON body within each other, over REST 64 at the most; beyond it the response is 400.',
    }),
    headerBytes: t.exposeInt('headerBytes', {
      description: "A request's line and headers together; beyond it the response is 431.",
    }),
    answerBytes: t.exposeInt('answerBytes', {
      description: 'Bytes of a response; beyond it, LIMIT_EXCEEDED replaces the data.',
    }),
    headersMs: t.exposeInt('headersMs', {
      description: 'Milliseconds for sending the headers; then the response is 408.',
    }),
    requestMs: t.exposeInt('requestMs', {
      description: 'Milliseconds for sending the whole request; then the response is 408.',
    }),
    writeMs: t.exposeInt('writeMs', {
      description: 'Milliseconds in which nothing of a response is taken; then the connection is closed.',
    }),
    executionMs: t.exposeInt('executionMs', {
      description: 'Milliseconds of execution; then the response is UNAVAILABLE, 503 with `Retry-After`.',
    }),
    liveConnections: t.exposeInt('liveConnections', {
      description:
        'Connections for events to one instance of the gateway; one whose request is long counts as several. Beyond it the response is 429, RATE_LIMITED.',
    }),
    upstreamCalls: t.exposeInt('upstreamCalls', {
      description: 'Calls of the platform behind the gateway; where there is none, nothing counts.',
    }),
    liveConnectionsPerClient: t.exposeInt('liveConnectionsPerClient', {
      description:
        'The same, with the `client_credentials` tokens of one client, or else from one address. Beyond it the response is 429, RATE_LIMITED.',
    }),
    clientRequestsPerSecond: t.exposeInt('clientRequestsPerSecond', {
      description: `Requests with the \`client_credentials\` tokens of one client; others are public, and count by address. ${perSecond}`,
    }),
    addressRequestsPerSecond: t.exposeInt('addressRequestsPerSecond', {
      description: `Requests from one address. ${perSecond}`,
    }),
    failedLoginsPerMinute: t.exposeInt('failedLoginsPerMinute', {
      description:
        'Faulty tokens and secrets from one address; then it may send none for the rest of the minute. 0 if they are not limited.',
    }),
  };
}

builder.queryField('limits', (t) =>
  t.field({
    type: LimitsType,
    description: 'The limits of a request.',
    resolve: (_root, _args, { limits }) => limits,
  }),
);
