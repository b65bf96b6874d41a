/**
 * RFC 3339 date-times as platforms write them: any offset, any number of digits. No time passes through a JavaScript Date alone,
 * which would drop what is finer than a millisecond.
 */
import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { rule } from './text.ts';

/** A leap second (`:60`) is none: no JavaScript date can hold it, and no platform writes one. */
const shape =
  /^((\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const canonical = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,}Z$/;

export const dateTime = z
  .string()
  .check(
    rule((value) => {
      if (parseDateTime(value)) return null;
      const problem = `must be an RFC 3339 date-time such as 2025-03-01T09:30:00.000Z, but is '${excerpt(value)}'`;
      return { rule: 'format', problem };
    }),
  )
  .meta({ format: 'date-time' });

export interface DateTimeParts {
  /** Since 1970, without the fraction. */
  readonly seconds: number;
  /** The digits of the fraction, as many as were written. */
  readonly fraction: string;
}

/** From 0000-01-01T00:00:00Z to the last second of 9999, in seconds since 1970: an offset may lead out of them. */
const firstSecond = -62_167_219_200;
export const lastSecond = 253_402_300_799;

/** Null: not a date-time, or none that can be written in UTC. */
export function parseDateTime(text: string): DateTimeParts | null {
  const [, toSecond, year, month, day, fraction = '', offset = ''] = shape.exec(text) ?? [];
  if (toSecond === undefined || !isDate(Number(year), Number(month), Number(day))) return null;
  const seconds = Date.parse(`${toSecond}${offset}`.toUpperCase()) / 1000;
  return seconds >= firstSecond && seconds <= lastSecond ? { seconds, fraction } : null;
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

/** The same to the millisecond: such texts compare as times do. */
export function toUtcMilliseconds(text: string): string {
  return toUtc(text).replace(/(\.\d{3})\d+Z$/, '$1Z');
}

function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
