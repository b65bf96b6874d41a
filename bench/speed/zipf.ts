/** Draws places by Zipf's law: the n-th as often as 1/n. */
export function zipf(places: number, random: () => number): () => number {
  const sums: number[] = [];
  for (let place = 0; place < places; place += 1) sums.push((sums.at(-1) ?? 0) + 1 / (place + 1));
  return () => {
    const drawn = random() * (sums.at(-1) ?? 0);
    return sums.findIndex((sum) => sum > drawn);
  };
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
