import { sql } from 'kysely';
import { type NodeResource, toCatalogNode } from '../contract/node.ts';
import type { CatalogNode } from '../domain/catalog/catalog.ts';
import type { NodeStore } from '../domain/catalog/ports.ts';
import { toNodeText } from './documents/document-text.ts';
import type { Engine } from './engines/engine.ts';
import { selectPage, type TableList } from './lists/table-pages.ts';
import type { ReleaseNodeTable } from './schema.ts';

/** That a statement may look at beside the page's own, where every request waits for it. */
const maxRows = 100;

export function createNodeStore(engine: Engine): NodeStore {
  return {
    page(requestContext, { releaseId, ids, ...query }) {
      const wanted = ids === null ? sql`` : sql` and ${engine.isOneOf(sql.ref('x.node_id'), ids)}`;
      const list: TableList<ReleaseNodeTable, CatalogNode> = {
        table: 'release_node',
        sortKey: (row) => sql.ref(`${row}.sort_key`),
        where: sql`x.release_id = ${Number(releaseId)}${wanted}`,
        isWalk: ids !== null && ids.length > maxRows,
        toItem: ({ document }) => toNode(document, releaseId),
      };
      return selectPage(engine, requestContext, list, query);
    },

    async getMany(releaseId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await engine.reader
        .selectFrom('release_node')
        .select(['node_id', 'document'])
        .where('release_id', '=', Number(releaseId))
        .where(engine.isOneOf(sql.ref('node_id'), ids))
        .execute();
      return new Map(rows.map(({ node_id, document }) => [node_id, toNode(document, releaseId)]));
    },

    async listDocuments(requestContext, { releaseId, ids, limit, offset, language }) {
      const isWalk = ids === null || ids.length > maxRows;
      const wanted = ids === null ? sql`` : sql` and ${engine.isOneOf(sql.ref('node_id'), ids)}`;
      const nodes = sql`release_node x where ${isWalk ? engine.whileInTime('x') : sql``}release_id = ${Number(releaseId)}${wanted}`;
      // The total stands in every row, and in one row without a node where the page is empty.
      const statement = sql<{ total: number | string; document: string | null }>`select counted.total, page.document
        from (select count(*) as total from ${nodes}) counted left join (
          select sort_key, document from ${nodes} order by sort_key limit ${limit} offset ${offset}) page on true
        order by page.sort_key`;
      const rows = isWalk
        ? await engine.walk(statement, requestContext)
        : (await statement.execute(engine.reader)).rows;
      return {
        documents: rows.flatMap(({ document }) => (document === null ? [] : [toNodeText(document, language)])),
        total: Number(rows[0]?.total ?? 0),
      };
    },
  };
}

function toNode(document: string, releaseId: string): CatalogNode {
  return toCatalogNode(JSON.parse(document) as NodeResource, releaseId);
}
