import { DomainError } from '../../domain/errors.ts';
import { JsonText } from '../bytes/json-text.ts';

/**
 * Whether the value would have more bytes than that when it is written as JSON: seen before it is written. Escapes and punctuation
 * are counted roughly. A text's bytes are counted where its length alone does not tell: a character has at most three.
 */
export function isLargerThan(limit: number, value: unknown): boolean {
  return count(value, limit, ({ length }) => 3 * length) > limit && count(value, limit, Buffer.byteLength) > limit;
}

type LengthOf = (text: string) => number;

/** No further than a little beyond the limit. */
function count(value: unknown, limit: number, lengthOf: LengthOf): number {
  if (typeof value === 'string') return lengthOf(value) + 3;
  if (typeof value !== 'object' || value === null) return 5;
  if (value instanceof JsonText) return value.length;
  let bytes = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += count(item, limit - bytes, lengthOf);
      if (bytes > limit) return bytes;
    }
    return bytes;
  }
  for (const name in value) {
    bytes += name.length + 3 + count((value as Record<string, unknown>)[name], limit - bytes, lengthOf);
    if (bytes > limit) return bytes;
  }
  return bytes;
}

export function answerTooLarge(limit: number): DomainError {
  const message = `The answer would be larger than ${limit} bytes. Ask for fewer fields, or smaller pages.`;
  return new DomainError('LIMIT_EXCEEDED', message, [], { exceeded: { limitName: 'answerBytes', limit } });
}
