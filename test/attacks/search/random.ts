/** Numbers that only depend on the seed. */
export interface Random {
  /** A whole number from 0 to below. */
  below(limit: number): number;
  /** @throws Error when there is nothing to pick from */
  pick<Item>(items: readonly Item[]): Item;
  /** True with the probability given. */
  chance(probability: number): boolean;
}

/** Mulberry32: small, and good enough to wander with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick(items) {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[below(items.length)] as (typeof items)[number];
    },
    chance: (probability) => next() < probability,
  };
}
