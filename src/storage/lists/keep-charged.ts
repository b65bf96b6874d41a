/** Caches what lists compute again and again. A request is charged the same whether or not it was cached. */
import type { Charges } from '../../domain/work-budget.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

export interface KeepOptions {
  readonly index: ReleaseIndex;
  readonly budget: Charges;
  /** Says all that the result depends on. */
  readonly name: string;
}

/** The result is shared: sets must be copied before they are combined. @throws DamagedIndex */
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
