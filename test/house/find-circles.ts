/** One path for each way from a file back to itself that is not a longer one of another. */
export function findCircles(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const finished = new Set<string>();
  const circles: string[][] = [];

  function walk(file: string, path: readonly string[]): void {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file]);
    if (start >= 0 || finished.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
    finished.add(file);
  }

  for (const file of targets.keys()) walk(file, []);
  return circles;
}
