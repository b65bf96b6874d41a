import { DomainError } from '../../domain/errors.ts';
import { JsonText } from '../bytes/json-text.ts';

/**
 * Whether the value has more bytes than that as JSON: seen before it is written. Texts are only looked into where their lengths do
 * not tell.
 */
export function isLargerThan(limit: number, value: unknown): boolean {
  return count(value, limit, mostBytesOf) > limit && count(value, limit, bytesOf) > limit;
}

type Leaf = string | number | boolean | null;

/** A character that is escaped has six. */
function mostBytesOf(leaf: Leaf): number {
  return typeof leaf === 'string' ? 6 * leaf.length + 2 : longestNumber;
}

/** Such as -1.2345678901234567e-100. */
const longestNumber = 24;

function bytesOf(leaf: Leaf): number {
  return Buffer.byteLength(JSON.stringify(leaf ?? null));
}

/** No further than a little beyond the limit. */
function count(value: unknown, limit: number, ofLeaf: typeof bytesOf): number {
  if (typeof value !== 'object' || value === null) return ofLeaf(value as Leaf);
  if (value instanceof JsonText) return value.length;
  // Of its brackets one, since each member counts a comma, and the last has none.
  let bytes = 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += count(item, limit - bytes, ofLeaf) + 1;
      if (bytes > limit) return bytes;
    }
  } else {
    for (const name in value) {
      bytes += ofLeaf(name) + count((value as Record<string, unknown>)[name], limit - bytes, ofLeaf) + 2;
      if (bytes > limit) return bytes;
    }
  }
  return Math.max(bytes, 2);
}

export function answerTooLarge(limit: number): DomainError {
  const message = `The answer would be larger than ${limit} bytes. Ask for fewer fields, or smaller pages.`;
  return new DomainError('LIMIT_EXCEEDED', message, [], { exceeded: { limitName: 'answerBytes', limit } });
}
