/** The cycles of `parents`, each with its members, who are their own ancestors: each chain is walked once, however long. */
export function findCycles(parents: ReadonlyMap<string, string>): string[][] {
  const walked = new Set<string>();
  const cycles: string[][] = [];
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
    if (closing !== -1) cycles.push(path.slice(closing));
  }
  return cycles;
}

/** Of a cycle's members: what is added to a release is at fault where it is one of them. */
export function atFault<Member>(cycle: readonly Member[], isOfRelease: (member: Member) => boolean): readonly Member[] {
  const others = cycle.filter((member) => !isOfRelease(member));
  return others.length > 0 ? others : cycle;
}
