import { inPortions } from './in-portions.ts';
import { sum } from './sum.ts';

/** In characters: what is parsed of documents in one turn, or of a larger one. */
const sizeOfTurn = 500_000;

/** What is made of each of the items, in their order. Where they are large together, others get their turn before and after each portion of them. */
export async function makeInTurns<Item, Made>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  make: (item: Item) => Made,
): Promise<Made[]> {
  if (sum(items, sizeOf) < sizeOfTurn) return items.map(make);
  const made: Made[] = [];
  await nextTurn();
  for (const portion of inPortions(items, sizeOfTurn, sizeOf)) {
    for (const item of portion) made.push(make(item));
    await nextTurn();
  }
  return made;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
