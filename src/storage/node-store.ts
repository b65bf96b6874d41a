import { type RawBuilder, sql } from 'kysely';
import { type NodeResource, toCatalogNode } from '../contract/node.ts';
import type { CatalogNode } from '../domain/catalog/catalog.ts';
import type { NodeLanguage, NodeListQuery, NodeStore } from '../domain/catalog/ports.ts';
import { parseJsonText } from '../domain/input/parse-json-text.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { toNodeText } from './documents/document-text.ts';
import type { Engine } from './engines/engine.ts';
import { slugKeyLength, slugKeyOf } from './index/node-tree.ts';
import type { ReleaseIndexes } from './index/release-indexes.ts';
import { selectPage, selectPages, type TableList } from './lists/table-pages.ts';
import { makeOfRows } from './make-of-rows.ts';
import { ofEachRelease } from './releases/of-each-release.ts';
import { createReleaseCache } from './releases/release-cache.ts';
import type { ReleaseNodeTable } from './schema.ts';
import { selectByIds } from './select-by-ids.ts';

/** That a statement may look at beside the page's own, where every request waits for it. */
const maxRows = 100;
/** Likewise of paths, each of which looks at all nodes that have its last slug: a thousand of them take two milliseconds. */
const maxPaths = 10;
/** Nodes that are kept parsed, in characters of their documents: some 10 MB at the most. */
const maxDocumentCharacters = 2_000_000;

export function createNodeStore(engine: Engine, indexes: ReleaseIndexes): NodeStore {
  return {
    getMany: createNodeReads(engine),

    page: (requestContext, { releaseId, ids, ...query }) =>
      indexes.read(releaseId, () => {
        const wanted = ids === null ? sql`` : sql` and ${engine.isOneOf(sql.ref('x.node_id'), ids)}`;
        const nodes = nodesOf(releaseId);
        const isWalk = ids !== null && ids.length > maxRows;
        const list = { ...nodes, where: sql`${nodes.where}${isLive}${wanted}`, isWalk };
        return selectPage(engine.ofRelease(Number(releaseId)), requestContext, list, query);
      }),

    listChildren: (requestContext, queries) =>
      ofEachRelease(indexes, queries, (_index, ofRelease, releaseId) => {
        const list = { ...nodesOf(releaseId), parentColumn: 'parent_id' };
        return selectPages(engine.ofRelease(Number(releaseId)), requestContext, list, ofRelease);
      }),

    findBySlugs: (requestContext, releaseId, paths) =>
      indexes.read(releaseId, () => selectBySlugs(engine, requestContext, { releaseId, paths })),

    listDocuments: (requestContext, query) =>
      indexes.read(query.releaseId, () => selectDocuments(engine, requestContext, query)),
  };
}

function createNodeReads(engine: Engine): NodeStore['getMany'] {
  const nodes = createReleaseCache<CatalogNode>(maxDocumentCharacters);
  return async (releaseId, ids) => {
    const found = await nodes.getMany(releaseId, ids, async (missing) => {
      const columns = ['node_id', 'document'] as const;
      const rows = await selectByIds(engine, { from: 'release_node', columns, releaseId, ids: missing });
      return makeOfRows(rows, ({ node_id: id, document }) => [id, toNode(document, releaseId), document.length]);
    });
    for (const [id, node] of found) if (!node.isLive) found.delete(id);
    return found;
  };
}

async function selectDocuments(
  engine: Engine,
  requestContext: RequestContext,
  { releaseId, ids, parentId, isDeep, limit, offset, language }: NodeListQuery,
) {
  const isWalk = ids === null || ids.length > maxRows;
  const ofRelease = engine.ofRelease(Number(releaseId));
  const below = parentId === undefined ? isLive : belowNode(Number(releaseId), parentId, isDeep);
  const wanted = ids === null ? below : sql`${isLive} and ${engine.isOneOf(sql.ref('node_id'), ids)}`;
  const nodes = sql`release_node x where ${isWalk ? engine.whileInTime('x') : sql``}release_id = ${Number(releaseId)}${wanted}`;
  // The total stands in every row, and in one row without a node where the page is empty.
  const statement = sql<{ total: number | string; document: string | null }>`select counted.total, page.document
    from (select count(*) as total from ${nodes}) counted left join (
      select sort_key, document from ${nodes} order by sort_key limit ${limit} offset ${offset}) page on true
    order by page.sort_key`;
  const rows = isWalk
    ? await ofRelease.walk(statement, requestContext)
    : (await statement.execute(ofRelease.reader)).rows;
  return {
    documents: await makeOfRows(
      rows.flatMap(({ document }) => (document === null ? [] : [{ document }])),
      ({ document }) => toText(document, language),
    ),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** Of nodes that have their places. */
const isLive = sql` and x.parent_id is not null`;

/** All of a release, in their order. */
function nodesOf(releaseId: string) {
  return {
    table: 'release_node',
    sortKey: (row) => sql.ref(`${row}.sort_key`),
    where: sql`x.release_id = ${Number(releaseId)}`,
    toItem: ({ document }) => toNode(document, releaseId),
  } as const satisfies TableList<ReleaseNodeTable, CatalogNode>;
}

interface SlugPaths {
  readonly releaseId: string;
  readonly paths: readonly (readonly string[])[];
}

/**
 * One statement, whose text grows with the longest path and not with their number: a join for each slug of each path took the planner seconds
 * for 200 paths of ten. Keys are of one length, so that a path is the text of its keys.
 */
async function selectBySlugs(
  engine: Engine,
  requestContext: RequestContext,
  { releaseId, paths }: SlugPaths,
): Promise<(CatalogNode | null)[]> {
  if (paths.length === 0) return [];
  const release = Number(releaseId);
  const keysOfPaths = paths.map((path) => path.map(slugKeyOf).join(''));
  const longest = Math.max(...paths.map(({ length }) => length));
  const isWalk = longest > 1 && paths.length > maxPaths;
  const ofRelease = engine.ofRelease(release);
  const statement = sql<{ keys: string; document: string | null }>`select wanted.value as keys, (
      select n0.document from release_node n0 where ${isWalk ? engine.whileInTime('n0') : sql``}n0.release_id = ${release} and n0.slug_key = ${keyAt(0)}${isBelow(release, 1, longest)}
      order by n0.depth, n0.sort_key limit 1) as document
    from ${engine.valuesOf([...new Set(keysOfPaths)])} wanted`;
  const rows = isWalk
    ? await ofRelease.walk(statement, requestContext)
    : (await statement.execute(ofRelease.reader)).rows;
  const found = new Map(
    rows.map(({ keys, document }) => [keys, document === null ? null : toNode(document, releaseId)]),
  );
  return keysOfPaths.map((keys) => found.get(keys) ?? null);
}

/** Whether the rest of the path, if there is one, leads up from the node before it. */
function isBelow(releaseId: number, level: number, levels: number): RawBuilder<unknown> {
  if (level === levels) return sql``;
  const [node, below] = [sql.ref(`n${level}`), sql.ref(`n${level - 1}`)];
  return sql` and (length(wanted.value) = ${sql.lit(level * slugKeyLength)} or exists (select 1 from release_node ${node}
    where ${node}.release_id = ${releaseId} and ${node}.node_id = ${below}.parent_id and ${node}.slug_key = ${keyAt(level)}${isBelow(releaseId, level + 1, levels)}))`;
}

function keyAt(level: number): RawBuilder<unknown> {
  return sql`substr(wanted.value, ${sql.lit(1 + level * slugKeyLength)}, ${sql.lit(slugKeyLength)})`;
}

function belowNode(releaseId: number, parentId: string, isDeep = false): RawBuilder<unknown> {
  if (!isDeep) return sql` and parent_id = ${parentId}`;
  // No node is its own ancestor: that is checked when it is imported.
  // NOTE: SQLite keeps the order of a `cross join`; of a `join` it reads all of the release's nodes for each one below.
  return sql` and node_id in (with recursive below (node_id) as (
      select node_id from release_node where release_id = ${releaseId} and parent_id = ${parentId}
      union all select child.node_id from below
        cross join release_node child where child.release_id = ${releaseId} and child.parent_id = below.node_id)
    select node_id from below)`;
}

function toText(document: string, language: NodeLanguage): string {
  return typeof language === 'object' && language !== null ? document : toNodeText(document, language);
}

function toNode(document: string, releaseId: string): CatalogNode {
  return toCatalogNode(parseJsonText(document) as NodeResource, releaseId);
}
