/** The members of `parents` that are their own ancestors: each chain is walked once, however long. */
export function findCycles(parents: ReadonlyMap<string, string>): Set<string> {
  const walked = new Set<string>();
  const inCycles = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let id: string | undefined = start;
    while (id !== undefined && !walked.has(id)) {
      walked.add(id);
      path.push(id);
      id = parents.get(id);
    }
    // What was walked before this path leads elsewhere: only an end inside of the path closes a cycle.
    const closing = id === undefined ? -1 : path.indexOf(id);
    if (closing !== -1) for (const member of path.slice(closing)) inCycles.add(member);
  }
  return inCycles;
}
