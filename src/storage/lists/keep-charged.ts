/** What lists compute again and again is kept by its weight; it costs a request the same whatever came before it. */
import type { Charges } from '../../domain/work-budget.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

export interface KeepOptions {
  readonly index: ReleaseIndex;
  readonly budget: Charges;
  /** All that it depends on. */
  readonly name: string;
}

/** What is kept is others' as well: what combines sets uses up a copy. @throws DamagedIndex */
export async function keepCharged<Computed>(
  { index, budget, name }: KeepOptions,
  compute: (budget: Charges) => Promise<Computed>,
  bytesOf: (computed: Computed) => number,
): Promise<Computed> {
  let isNew = false;
  const computeCharged = async () => {
    isNew = true;
    let units = 0;
    const charge = (charged: number) => {
      units += charged;
      budget.charge(charged);
    };
    const computed = await compute({ charge });
    return { computed, units };
  };
  const { computed, units } = await index.keep(name, computeCharged, (kept) => bytesOf(kept.computed));
  // What computing it was charged for is charged again.
  if (!isNew) budget.charge(units);
  return computed;
}
