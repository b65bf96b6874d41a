export interface Misspelling {
  readonly name: string;
  readonly meant: string;
}

/** Variables that are none of ours, but nearly: a setting that was meant would be ignored without a word. */
export function misspeltVariables(names: readonly string[], known: readonly string[]): Misspelling[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [nearest] = known
        // Of an environment with many variables each would be compared with every setting, at each start.
        .filter((meant) => Math.abs(name.length - meant.length) <= allowedDistance(meant))
        .filter((meant) => lettersBetween(name.toUpperCase(), meant) <= 2 * allowedDistance(meant))
        .map((meant) => ({ meant, distance: distanceOf(name.toUpperCase(), meant) }))
        .filter(({ meant, distance }) => distance <= allowedDistance(meant))
        .sort((a, b) => a.distance - b.distance);
      return nearest ? [{ name, meant: nearest.meant }] : [];
    });
}

/** Of short names one letter: HOST and HOME are two names. */
function allowedDistance({ length }: string): number {
  return length < 6 ? 1 : 2;
}

/** How many letters one has and the other does not, wherever they stand: a replaced one counts twice, and a swap not at all. */
function lettersBetween(a: string, b: string): number {
  const counts = new Map<string, number>();
  for (const letter of a) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of b) counts.set(letter, (counts.get(letter) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** How many letters must be added, left out, replaced or swapped with the next one (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + Number(!isSame),
          ...(isSwapped ? [at(row - 2, column - 2) + 1] : []),
        ),
      );
    }
  }
  return at(a.length, b.length);
}
