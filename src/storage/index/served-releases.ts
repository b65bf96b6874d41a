/** The releases that requests are answered from. Who pages through one that was replaced reads it, too, as long as it is kept. */
import type { Engine } from '../engines/engine.ts';

export interface ServedReleases {
  readonly current: ReadonlySet<number>;
  /** They are about to be current. */
  readonly announced: ReadonlySet<number>;
  /** Both. */
  readonly all: ReadonlySet<number>;
}

export async function listServed({ reader }: Engine): Promise<ServedReleases> {
  const rows = await reader
    .selectFrom('catalog')
    .select(['current_release_id', 'next_release_id'])
    .where('current_release_id', 'is not', null)
    .execute();
  const current = new Set(rows.map(({ current_release_id: id }) => id as number));
  const announced = new Set(rows.flatMap(({ next_release_id: id }) => id ?? []));
  return { current, announced, all: new Set([...current, ...announced]) };
}
