/**
 * Whether the value, written as JSON, has more bytes than that: seen before it is written, and no further than needed. Escapes
 * and punctuation are not counted, so an answer may come out somewhat larger.
 */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  return remaining(value, maxBytes) < 0;
}

function remaining(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - Buffer.byteLength(value) - 3;
  if (typeof value !== 'object' || value === null) return budget - 5;
  let left = budget;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (left < 0) return left;
      left = remaining(item, left);
    }
    return left;
  }
  for (const name in value) {
    if (left < 0) return left;
    left = remaining((value as Record<string, unknown>)[name], left - name.length - 3);
  }
  return left;
}
