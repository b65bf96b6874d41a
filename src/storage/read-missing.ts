/** What lists of ordinals name: what is known of it, and the rest from one reading, each ordinal once. */
export async function readMissing<Item>(
  lists: readonly (readonly number[])[],
  known: readonly (readonly (Item | null)[])[],
  read: (missing: readonly number[]) => Promise<ReadonlyMap<number, Item>>,
): Promise<readonly (readonly Item[])[]> {
  const missing = new Set(lists.flatMap((ordinals, at) => ordinals.filter((_, place) => !known[at]?.[place])));
  if (missing.size === 0) return known as readonly (readonly Item[])[];
  const found = await read([...missing]);
  return lists.map((ordinals, at) =>
    ordinals.map((ordinal, place) => (known[at]?.[place] ?? found.get(ordinal)) as Item),
  );
}
