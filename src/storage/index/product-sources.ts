/** Where the products of a release are read that is still being built: those that are copied, in the release that they are copied from. */
import { type RawBuilder, sql } from 'kysely';
import { compareCodePoints, idOfSortKey } from '../../domain/paging/sort-key.ts';
import type { CopiedFrom } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';

export interface ProductSource {
  readonly releaseId: number;
  /** Whether a product of that release is read there, if it has it. */
  has(productId: string): boolean;
}

/** `copied`: what was, or is being, copied; null: nothing was. */
export function sourcesOf(releaseId: number, copied: CopiedFrom | null): ProductSource[] {
  if (copied === null) return [{ releaseId, has: () => true }];
  const { otherIds } = copied;
  return [
    { releaseId: Number(copied.releaseId), has: (id) => !otherIds.has(id) },
    { releaseId, has: (id) => otherIds.has(id) },
  ];
}

export interface LiveChild {
  readonly id: string;
  readonly parent_id: string;
  readonly sort_key: string;
}

export interface PricedChild extends LiveChild {
  readonly price_points: string | null;
}

/** Of some parents, by these, and in the order of the lists. Without what they cost, SQLite finds them in its index alone. */
export function selectLiveChildren(
  engine: Engine,
  sources: readonly ProductSource[],
  parentIds: readonly string[],
): Promise<LiveChild[]> {
  return select(engine, sources, { parentIds, columns: sql`parent_id, sort_key` });
}

export function selectPricedChildren(
  engine: Engine,
  sources: readonly ProductSource[],
  parentIds: readonly string[],
): Promise<PricedChild[]> {
  return select<Pick<PricedChild, 'price_points'>>(engine, sources, {
    parentIds,
    columns: sql`parent_id, sort_key, price_points`,
  });
}

interface Wanted {
  readonly parentIds: readonly string[];
  readonly columns: RawBuilder<unknown>;
}

async function select<Columns>(
  { reader, isOneOf }: Engine,
  sources: readonly ProductSource[],
  { parentIds, columns }: Wanted,
): Promise<(LiveChild & Columns)[]> {
  const lists = await Promise.all(
    sources.map(async ({ releaseId, has }) => {
      const { rows } = await sql<Omit<LiveChild, 'id'> & Columns>`select ${columns} from release_product
        where release_id = ${releaseId} and is_live = 1 and ${isOneOf(sql.ref('parent_id'), parentIds)}
        order by parent_id, sort_key`.execute(reader);
      return rows.map((row) => ({ ...row, id: idOfSortKey(row.sort_key) })).filter(({ id }) => has(id));
    }),
  );
  return lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort(compareChildren);
}

function compareChildren(a: LiveChild, b: LiveChild): number {
  return compareCodePoints(a.parent_id, b.parent_id) || compareCodePoints(a.sort_key, b.sort_key);
}
