const shownLength = 80;

/** Where two values of JSON first differ, and what is there; null: nowhere. */
export function firstDifference(found: unknown, expected: unknown, path: string): string | null {
  if (!isComposed(found) || !isComposed(expected) || Array.isArray(found) !== Array.isArray(expected)) {
    return found === expected ? null : `${path} is ${shown(found)} and not ${shown(expected)}`;
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const member = Array.isArray(expected) ? `${path}[${key}]` : `${path}.${key}`;
    const difference = firstDifference(found[key], expected[key], member);
    if (difference !== null) return difference;
  }
  return null;
}

function isComposed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
