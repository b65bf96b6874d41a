/**
 * RFC 3339 date-times as platforms write them: any offset, any number of digits. No time passes through a JavaScript Date alone,
 * which would drop what is finer than a millisecond.
 */
const shape = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/i;
const canonical = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,}Z$/;

export interface DateTimeParts {
  /** Since 1970, without the fraction. */
  readonly seconds: number;
  /** The digits of the fraction, as many as were written. */
  readonly fraction: string;
}

/** Null: not a date-time. */
export function parseDateTime(text: string): DateTimeParts | null {
  const [, toSecond, fraction = '', offset = ''] = shape.exec(text) ?? [];
  const seconds = toSecond === undefined ? Number.NaN : Date.parse(`${toSecond}${offset}`.toUpperCase()) / 1000;
  return Number.isNaN(seconds) ? null : { seconds, fraction };
}

/**
 * The same moment in UTC, `2026-01-31T09:30:00.000Z`: three digits after the second, or as many as were given. What is not a
 * date-time stays as it is.
 */
export function toUtc(text: string): string {
  if (canonical.test(text)) return text;
  const parts = parseDateTime(text);
  if (!parts) return text;
  const toSecond = new Date(parts.seconds * 1000).toISOString().replace(/\.\d+Z$/, '');
  return `${toSecond}.${parts.fraction.padEnd(3, '0')}Z`;
}
