/**
 * What known products show by themselves is copied inside the database, with the ordinals that they have now: nobody reads it for that. It
 * is copied while the index is made, and must have been before the index is one.
 */
import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { DamagedIndex } from './index-manifest.ts';

export interface OrdinalCopies {
  /** A known product's place in the lists: there, and here. Both ascend. */
  add(earlierOrdinal: number, ordinal: number): void;
  /** Resolves when all are copied. @throws DamagedIndex where the other release had not all of them any more */
  end(): Promise<void>;
  /** Waits for what is being copied, whether it fails or not; the rest is left. */
  settle(): Promise<void>;
}

/** Products that follow one another in both releases. */
interface Run {
  readonly first: number;
  last: number;
  readonly shift: number;
}

/** That one statement copies, at the most: others wait for it to write. */
const limits = { products: 2000, runs: 200 } as const;

export function copyOrdinals(engine: Engine, { from, to }: { readonly from: number; to: number }): OrdinalCopies {
  let runs: Run[] = [];
  let products = 0;
  let copying = Promise.resolve();
  let isLeft = false;

  function flush(): void {
    const [some, wanted] = [runs, products];
    runs = [];
    products = 0;
    copying = copying.then(async () => {
      if (some.length === 0 || isLeft) return;
      // Its index may be made anew meanwhile, which removes them.
      if ((await copy(some)) < wanted) throw new DamagedIndex(from, 'products were removed while they were copied');
    });
    // It is awaited at the end. Should something else fail before, that failure is the one to tell.
    copying.catch(() => undefined);
  }

  function copy(some: readonly Run[]): Promise<number> {
    const rows = some.map(({ first, last, shift }) => sql`(${sql.lit(first)}, ${sql.lit(last)}, ${sql.lit(shift)})`);
    // Both engines name the columns of VALUES so. NOTE: `cross join`, which SQLite does in this order.
    return engine.insertSelected(sql`insert into release_ordinal (release_id, ordinal, sort_key, slots, details)
      select cast(${to} as integer), old.ordinal + run.column3, old.sort_key, old.slots, old.details
      from (values ${sql.join(rows)}) as run cross join release_ordinal old
      where old.release_id = ${from} and old.ordinal between run.column1 and run.column2`);
  }

  return {
    add(earlierOrdinal, ordinal) {
      const shift = ordinal - earlierOrdinal;
      const run = runs.at(-1);
      if (run?.last === earlierOrdinal - 1 && run.shift === shift) run.last = earlierOrdinal;
      else runs.push({ first: earlierOrdinal, last: earlierOrdinal, shift });
      products += 1;
      if (products === limits.products || runs.length === limits.runs) flush();
    },

    end() {
      flush();
      return copying;
    },

    settle() {
      isLeft = true;
      return copying.catch(() => undefined);
    },
  };
}
