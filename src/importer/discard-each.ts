/** Removes what nobody is to see, each whether or not another could be removed; what is left is removed as abandoned, some minutes later. */
export async function discardEach<Item>(
  items: readonly Item[],
  discard: (item: Item) => Promise<unknown>,
): Promise<void> {
  // Why they are removed is what is told, not this.
  for (const item of items) await discard(item).catch(() => undefined);
}
