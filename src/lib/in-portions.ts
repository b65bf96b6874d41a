/** The items in their order, in portions: each ends with the item by which it has `least`, in whatever `sizeOf` says of one; absent: it counts as 1. */
export function* inPortions<Item>(
  items: Iterable<Item>,
  least: number,
  sizeOf: (item: Item) => number = () => 1,
): Generator<Item[]> {
  let [portion, size]: [Item[], number] = [[], 0];
  for (const item of items) {
    portion.push(item);
    size += sizeOf(item);
    if (size < least) continue;
    yield portion;
    [portion, size] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}
