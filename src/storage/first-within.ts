/** The first of the items, as many as are together no more than that; one at the least, where there is one. */
export function firstWithin<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number): Item[] {
  let sum = 0;
  const tooMany = items.findIndex((item, index) => {
    sum += sizeOf(item);
    return sum > most && index > 0;
  });
  return items.slice(0, tooMany === -1 ? items.length : tooMany);
}
