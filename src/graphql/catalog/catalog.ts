import type {
  Catalog,
  CatalogNode,
  CatalogRule,
  CatalogSelection,
  Release,
  Schedule,
} from '../../domain/catalog/catalog.ts';
import { builder } from '../schema/builder.ts';
import { checkCondition, IdCondition } from '../schema/conditions.ts';
import { connectionType, pageArguments, toConnection, toPageRequest } from '../schema/connection.ts';
import { formatGlobalId, formatMarkedId, parseMarkedId } from '../schema/global-id.ts';
import { loadEach } from '../schema/load-each.ts';
import { recordTimes } from '../schema/record-times.ts';
import { type InView, inView, type NodePageInView } from '../view/catalog-view.ts';
import { contextArgument } from '../view/context-input.ts';

export const CatalogType = builder.objectRef<Catalog>('Catalog');
builder.node(CatalogType, {
  description: "A selection of products for some shoppers; the catalog's rules say for whom.",
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.catalog.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was created. Where no rule matches, the oldest catalog that has a release is used.',
    }),
  }),
});

export const CatalogReleaseType = builder.objectRef<Release>('CatalogRelease').implement({
  description: 'An immutable edition of a catalog. While you page with a cursor, you stay in its release.',
  fields: (t) => ({
    id: t.id({
      description: "The release's id, unique over all types. What has the same id holds the same.",
      resolve: ({ id }) => formatGlobalId('CatalogRelease', id),
    }),
    resourceId: t.exposeID('id', { description: "The release's own id." }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      description: 'When it was published. One that is made current again keeps it.',
    }),
    productCount: t.exposeInt('productCount', { description: 'How many products it holds, drafts included.' }),
    languages: t.exposeStringList('languages', {
      description:
        'The languages that it has texts in: BCP 47 tags, its own first (`und` if most texts do not say theirs); empty if none is named.',
    }),
  }),
});

const CatalogScheduleType = builder.objectRef<Schedule>('CatalogSchedule').implement({
  description: 'A stretch of time in which a rule is in force.',
  fields: (t) => ({
    validFrom: t.expose('validFrom', {
      type: 'DateTime',
      nullable: true,
      description: 'When it begins, inclusive; null if it has no beginning.',
    }),
    validTo: t.expose('validTo', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends, exclusive; null if it has no end.',
    }),
  }),
});

const CatalogRuleType = builder.objectRef<CatalogRule>('CatalogRule').implement({
  description: 'Leads shoppers to a catalog. An empty criterion matches everyone.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    channels: t.exposeStringList('channels', { description: 'The channels that the rule names.' }),
    tags: t.exposeStringList('tags', { description: 'The context tags that the rule names.' }),
    accountCount: t.int({
      description: 'How many accounts the rule names. Which ones is not public.',
      resolve: ({ accountIds }) => accountIds.length,
    }),
    schedules: t.expose('schedules', { type: [CatalogScheduleType], description: 'When it is in force.' }),
  }),
});

export const CatalogContextType = builder.objectRef<InView<CatalogSelection>>('CatalogContext').implement({
  description:
    'The catalog, release and rule that the answer comes from, and why: look here when a price surprises you.',
  fields: (t) => ({
    catalog: t.expose('catalog', { type: CatalogType, description: 'The catalog that the answer comes from.' }),
    release: t.expose('release', {
      type: CatalogReleaseType,
      description: 'The release of that catalog that the answer comes from.',
    }),
    rule: t.expose('rule', {
      type: CatalogRuleType,
      nullable: true,
      description: 'The rule that chose the catalog; null if no rule matches this shopper, or there are none.',
    }),
    reason: t.exposeString('reason', { description: 'Why this catalog was chosen, in a sentence.' }),
    channel: t.string({
      description:
        "The channel that was matched: the argument's or the id's, or else the header's; empty if none was given.",
      resolve: ({ view }) => view.requestContext.channel,
    }),
    tag: t.string({
      description:
        "The tag that was matched: the argument's or the id's, or else the header's; empty if none was given.",
      resolve: ({ view }) => view.requestContext.tag,
    }),
    language: t.exposeString('language', {
      nullable: true,
      description:
        "The best match for the language of the context among the release's languages, or else its own; null if the release " +
        'names none.',
    }),
  }),
});

export const CatalogNodeType = builder.objectRef<InView<CatalogNode>>('CatalogNode');

builder.node(CatalogNodeType, {
  description: "A category in the catalog's hierarchy. Only live nodes are returned.",
  id: { resolve: ({ id, view: { marks } }) => formatMarkedId({ marks, id }) },
  loadManyWithoutCache: (ids, { views }) =>
    loadEach(ids, async (markedId) => {
      const { context, id } = parseMarkedId(markedId);
      return views.open(context).loaders.catalogNode.load({ releaseId: null, id });
    }),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'The name that shoppers read.' }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The language of its name and description; null if the platform does not say.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'A text for shoppers; null if the platform gave none.',
    }),
    slug: t.exposeString('slug', { nullable: true, description: 'For URL paths; null if the platform gave none.' }),
    parent: t.field({
      type: CatalogNodeType,
      nullable: true,
      description: 'The node above; null for a root, or when the release does not hold it. Batched.',
      resolve: ({ parentId, releaseId, view: { loaders } }) =>
        parentId === null ? null : loaders.findNode(releaseId, parentId),
    }),
    ...recordTimes(t, {
      updatedAt: 'When it was last updated. Nodes are listed by it, the latest first; null if the platform gave none.',
    }),
  }),
});

export const NodeConnectionType = connectionType<InView<CatalogNode>, NodePageInView>({
  name: 'CatalogNodeConnection',
  type: CatalogNodeType,
  words: ['a node', 'nodes'],
  description: 'A page of a list of nodes, the last updated first (then by id).',
});

builder.objectField(NodeConnectionType, 'context', (t) =>
  t.field({
    type: CatalogContextType,
    description: 'The catalog, release and rule that the answer comes from, and why.',
    resolve: ({ page: { selection, view } }) => inView(selection, view),
  }),
);

const NodeFilterInput = builder.inputType('CatalogNodeFilter', {
  description: 'Which nodes are listed.',
  fields: (t) => ({ id: t.field({ type: IdCondition, description: "The node's id." }) }),
});

builder.queryField('catalogNodes', (t) =>
  t.field({
    type: NodeConnectionType,
    nullable: true,
    description:
      "The nodes of the shopper's catalog, the last updated first (then by id), whatever the order of the ids in the filter. As any " +
      'filter does, it leaves out what does not exist; `nodes(ids:)` says which of its ids name nothing.',
    args: {
      context: t.arg(contextArgument),
      filter: t.arg({ type: NodeFilterInput, description: 'Which of the nodes; null lists all of them.' }),
      ...pageArguments(t.arg),
    },
    resolve: async (_root, { context, filter, ...page }, { views, limits }, info) => {
      const { view, faults } = views.read(context);
      const byId = { name: 'id', attribute: 'id', type: 'CatalogNode' } as const;
      const checked = filter?.id && checkCondition(byId, filter.id, limits.violations);
      const query = {
        filter: checked?.condition ?? null,
        faults: [...faults, ...(checked?.faults ?? [])],
        ...toPageRequest(page, info),
      };
      return toConnection(await view.loaders.nodeList.load(query));
    },
  }),
);
