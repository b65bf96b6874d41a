import { sql } from 'kysely';
import type { Page } from '../domain/page.ts';
import type { Product } from '../domain/product/product.ts';
import type { ChildListQuery, ProductListQuery, ProductStore } from '../domain/stores.ts';
import type { Engine } from './engine.ts';
import { type ListGroup, type ListRow, listSql } from './list-sql.ts';
import { toProduct } from './product-document.ts';

type Query = ProductListQuery & Partial<Pick<ChildListQuery, 'parentId'>>;

export function createProductStore(engine: Engine): ProductStore {
  return {
    async getMany(releaseId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await engine.reader
        .selectFrom('release_product')
        .select(['product_id', 'document', 'live_child_count'])
        .where('release_id', '=', Number(releaseId))
        .where(engine.isOneOf(sql.ref('product_id'), ids))
        .execute();
      return new Map(rows.map((row) => [row.product_id, toProduct(row, releaseId)]));
    },

    async list(query) {
      const rows = await selectLists(engine, [query]);
      return toPage(rows.get(0) ?? [], query);
    },

    async listChildren(queries) {
      const rows = await selectLists(engine, queries);
      return queries.map((query, position) => {
        const listRows = rows.get(position) ?? [];
        return { parent: toParent(listRows[0]), page: toPage(listRows, query) };
      });
    },
  };
}

/** The rows of each query, by its position. */
async function selectLists(engine: Engine, queries: readonly Query[]): Promise<Map<number, ListRow[]>> {
  const groups = toGroups(queries);
  const rows: ListRow[] = [];
  for (let start = 0; start < groups.length; start += maxGroups) {
    const statement = listSql(engine, groups.slice(start, start + maxGroups));
    rows.push(...(await statement.execute(engine.reader)).rows);
  }
  return Map.groupBy(rows, ({ position }) => position);
}

/** Queries that differ in their filters, in one statement: SQLite takes less than 64 of them. */
const maxGroups = 20;

/** Queries that differ only in their parent and bounds share a SELECT, whose limit serves the longest page. */
function toGroups(queries: readonly Query[]): ListGroup[] {
  const positions = [...queries.keys()];
  const groups = Map.groupBy(positions, (position) => groupKey(queries[position] as Query));
  return [...groups.values()].map((members) => {
    const group = members.map((position) => ({ position, ...(queries[position] as Query) }));
    const { releaseId, filter, window, withTotal, parentId } = group[0] as Query;
    return {
      releaseId: Number(releaseId),
      filter,
      from: window.from,
      limit: Math.max(...group.map((query) => query.window.limit)) + 1,
      withTotal,
      isOfParent: parentId !== undefined,
      lists: group.map(({ position, parentId, window: { after, before } }) => ({
        position,
        parentId: parentId ?? null,
        after,
        before,
      })),
    };
  });
}

function groupKey({ releaseId, filter, window, withTotal, parentId }: Query): string {
  return JSON.stringify([releaseId, filter, window.from, withTotal, parentId !== undefined]);
}

function toParent(row: ListRow | undefined) {
  if (!row || row.parent_is_live === null) return null;
  return {
    status: row.parent_is_live === 1 ? ('live' as const) : ('draft' as const),
    isBaseProduct: row.parent_is_base === 1,
  };
}

/** `rows` stand in the list's order, and hold more than a page when there are more, at the far end of the window. */
function toPage(rows: readonly ListRow[], { window, releaseId }: ProductListQuery): Page<Product> {
  const found = rows.filter((row) => row.document !== null);
  const isFromStart = window.from === 'start';
  const shown = isFromStart ? found.slice(0, window.limit) : found.slice(-window.limit);
  const hasMore = found.length > window.limit;
  const [facts] = rows;
  const total = facts?.total ?? null;
  return {
    items: shown.map((row) => ({
      sortKey: row.sort_key ?? '',
      item: toProduct({ document: row.document ?? '', live_child_count: row.live_child_count ?? 0 }, releaseId),
    })),
    hasPrevious: Boolean(facts?.has_at_or_before) || (!isFromStart && hasMore),
    hasNext: Boolean(facts?.has_at_or_after) || (isFromStart && hasMore),
    total: total === null ? null : Number(total),
  };
}
