/** What lists compute again and again is kept by its weight; it costs a request the same whatever came before it. */
import type { Charges } from '../../domain/work-budget.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

export interface KeepOptions {
  readonly index: ReleaseIndex;
  readonly budget: Charges;
  /** All that it depends on. */
  readonly name: string;
}

interface Kept<Computed> {
  readonly computed: Computed;
  /** What computing it was charged for, which is charged again. */
  readonly units: number;
  /** In bytes. */
  readonly size: number;
}

/** What is kept is others' as well: what combines sets uses up a copy. @throws DamagedIndex */
export async function keepCharged<Computed>(
  { index, budget, name }: KeepOptions,
  compute: (budget: Charges) => Promise<Computed>,
  bytesOf: (computed: Computed) => number,
): Promise<Computed> {
  let isNew = false;
  const kept = await index.keep(name, async (): Promise<Kept<Computed>> => {
    isNew = true;
    let units = 0;
    const charge = (charged: number) => {
      units += charged;
      budget.charge(charged);
    };
    const computed = await compute({ charge });
    return { computed, units, size: bytesOf(computed) };
  });
  if (!isNew) budget.charge(kept.units);
  return kept.computed;
}
