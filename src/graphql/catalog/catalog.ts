import type {
  Catalog,
  CatalogNode,
  CatalogRule,
  CatalogSelection,
  Release,
  Schedule,
} from '../../domain/catalog/catalog.ts';
import { identifierConstraint } from '../../domain/input/identifiers.ts';
import { builder } from '../schema/builder.ts';
import { idConstrainedBy } from '../schema/constraint.ts';
import { toResourceId } from '../schema/global-id.ts';
import { loadEach } from '../schema/load-each.ts';

export const CatalogType = builder.objectRef<Catalog>('Catalog');
builder.node(CatalogType, {
  description: "A selection of products for some shoppers; the catalog's rules say for whom.",
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.catalog.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'What the store calls it.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Where no rule fits, the catalog created first that has a release answers.',
    }),
  }),
});

const CatalogReleaseType = builder.objectRef<Release>('CatalogRelease').implement({
  description: 'An immutable edition of a catalog. While you page with a cursor, you stay in its release.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The release's own id." }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was made current.' }),
    productCount: t.exposeInt('productCount', { description: 'How many products it holds, drafts included.' }),
    languages: t.exposeStringList('languages', {
      description: 'The languages that it has texts in, its own first: BCP 47 tags; empty: it names none.',
    }),
  }),
});

const CatalogScheduleType = builder.objectRef<Schedule>('CatalogSchedule').implement({
  description: 'A stretch of time in which a rule is in force.',
  fields: (t) => ({
    validFrom: t.expose('validFrom', { type: 'DateTime', nullable: true, description: 'Inclusive; null: since ever.' }),
    validTo: t.expose('validTo', { type: 'DateTime', nullable: true, description: 'Exclusive; null: for ever.' }),
  }),
});

const CatalogRuleType = builder.objectRef<CatalogRule>('CatalogRule').implement({
  description: 'Points shoppers to a catalog. An empty criterion fits everyone.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'What the store calls it.' }),
    channels: t.exposeStringList('channels', { description: 'The channels that it is for.' }),
    tags: t.exposeStringList('tags', { description: 'The context tags that it is for.' }),
    accountCount: t.int({
      description: 'How many accounts it is for; which ones stays with the store.',
      resolve: ({ accountIds }) => accountIds.length,
    }),
    schedules: t.expose('schedules', { type: [CatalogScheduleType], description: 'When it is in force.' }),
  }),
});

export const CatalogContextType = builder.objectRef<CatalogSelection>('CatalogContext').implement({
  description: 'Which catalog, release and rule answered, and why: for the developer who wonders about a price.',
  fields: (t) => ({
    catalog: t.expose('catalog', { type: CatalogType, description: 'The catalog that answered.' }),
    release: t.expose('release', { type: CatalogReleaseType, description: 'The release of it that answered.' }),
    rule: t.expose('rule', {
      type: CatalogRuleType,
      nullable: true,
      description: 'The rule that chose the catalog; null: no rule fits this shopper, or there are none.',
    }),
    reason: t.exposeString('reason', { description: 'Why this catalog, in a sentence.' }),
    channel: t.string({
      description: 'The channel that was matched: from `@inContext` or the header `EP-Channel`; empty: none was given.',
      resolve: (_selection, _args, { requestContext }) => requestContext.channel,
    }),
    tag: t.string({
      description: 'The tag that was matched: from `@inContext` or the header `EP-Context-Tag`; empty: none was given.',
      resolve: (_selection, _args, { requestContext }) => requestContext.tag,
    }),
    language: t.exposeString('language', {
      nullable: true,
      description:
        "Of the release's languages the one that `@inContext` or `Accept-Language` asks for, or else its own; null: the " +
        'release names none.',
    }),
  }),
});

export const CatalogNodeType = builder.objectRef<CatalogNode>('CatalogNode');
builder.node(CatalogNodeType, {
  description: "A category in the catalog's hierarchy.",
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.catalogNode.load({ releaseId: null, id })),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'What shoppers read.' }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The language that its name and description are in here; null: not said.',
    }),
    description: t.exposeString('description', { nullable: true, description: 'Null: the platform gave none.' }),
    slug: t.exposeString('slug', { nullable: true, description: 'For URL paths; null: the platform gave none.' }),
    parent: t.field({
      type: CatalogNodeType,
      nullable: true,
      description: 'The node above; null for a root, or when the release does not hold it. Batched.',
      resolve: ({ parentId, releaseId }, _args, { loaders }) =>
        parentId === null ? null : loaders.catalogNode.load({ releaseId, id: parentId }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null: the platform gave none.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Nodes are listed by it, the last updated first; null: the platform gave none.',
    }),
  }),
});

builder.queryField('catalogNodes', (t) =>
  t.field({
    type: [CatalogNodeType],
    description:
      'The nodes with these ids, in the order in which they were last updated (the latest first, then by id), ' +
      'whatever the order of the ids; an id that the release does not hold is left out.',
    args: {
      ids: t.arg.idList({
        required: true,
        ...idConstrainedBy(
          identifierConstraint,
          "Global ids or the platform's own ids of nodes, in any order: as many as the body and the limit of the cost allow, some 25,000. Each has",
        ),
      }),
    },
    resolve: (_root, { ids }, { services, requestContext }) =>
      services.catalog.listNodes(
        requestContext,
        ids.map((id) => toResourceId('CatalogNode', id)),
      ),
  }),
);
