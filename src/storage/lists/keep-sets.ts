/** Sets of a release's products that are computed again and again: those that an option, a stretch of prices or a search leaves. */
import type { Charges } from '../../domain/work-budget.ts';
import { type Bitmaps, bytesOf } from '../index/bitmaps.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

/** They are others' as well: what combines them uses up a copy. */
type Sets = readonly Bitmaps[];

interface KeptSets {
  readonly sets: Sets;
  /** What computing them was charged for, which is charged again: a request costs the same whatever came before it. */
  readonly units: number;
  /** In bytes. */
  readonly size: number;
}

/** `name`: all that they depend on. */
export async function keepSets<Computed extends Sets>(
  { index, budget, name }: { readonly index: ReleaseIndex; readonly budget: Charges; readonly name: string },
  compute: (budget: Charges) => Promise<Computed>,
): Promise<Computed> {
  let isNew = false;
  const kept = await index.keep(name, async (): Promise<KeptSets> => {
    isNew = true;
    let units = 0;
    const charge = (charged: number) => {
      units += charged;
      budget.charge(charged);
    };
    const sets = await compute({ charge });
    return { sets, units, size: sets.reduce((sum, set) => sum + bytesOf(set), 0) };
  });
  if (!isNew) budget.charge(kept.units);
  return kept.sets as Computed;
}
