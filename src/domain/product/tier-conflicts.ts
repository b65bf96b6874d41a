import { excerpt } from '../errors.ts';
import type { Fault } from '../input/text.ts';
import type { Tier } from './price.ts';

export interface TierConflict {
  /** Of the tier that comes second. */
  readonly name: string;
  readonly fault: Fault;
}

/** Two tiers conflict when they start at the same quantity in the same currency: which price holds would be open. */
export function findTierConflicts(tiers: readonly Tier[]): TierConflict[] {
  const seen = new Map<string, string>();
  return tiers.flatMap(({ name, minimumQuantity, prices }) =>
    prices.flatMap(({ currency }): TierConflict[] => {
      const start = `${currency} ${minimumQuantity}`;
      const other = seen.get(start);
      seen.set(start, name);
      if (other === undefined) return [];
      const problem = `must differ: the tiers '${excerpt(other)}' and '${excerpt(name)}' start at ${minimumQuantity} in ${currency}`;
      return [{ name, fault: { rule: 'exclusive', problem } }];
    }),
  );
}
