/**
 * How many bytes the value has when it is written as JSON: seen before it is written, and no further than a little beyond the
 * limit. Escapes and punctuation are counted roughly.
 */
export function measureBytes(value: unknown, limit: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3;
  if (typeof value !== 'object' || value === null) return 5;
  let bytes = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += measureBytes(item, limit - bytes);
      if (bytes > limit) return bytes;
    }
    return bytes;
  }
  for (const name in value) {
    bytes += name.length + 3 + measureBytes((value as Record<string, unknown>)[name], limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
}
