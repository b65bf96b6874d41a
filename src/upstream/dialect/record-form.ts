/**
 * How records of one kind are read from a platform's answers: in any of its spellings, held against the contract's schema, as what the
 * house works with. What does not fit is refused with its place in the log: nothing of it reaches a client.
 */
import { z } from 'zod';
import { violationsIn } from '../../contract/check.ts';
import { toContractForm } from '../../contract/platform/contract-form.ts';
import { pageCountOf } from '../../contract/platform/page-count.ts';
import { noSurroundings, type Surroundings } from '../../contract/platform/surroundings.ts';
import { isObject } from '../../domain/input/is-object.ts';
import { formatViolations } from '../../domain/input/violations.ts';
import type { CountedPage } from '../../domain/paging/page.ts';
import { memoised } from '../../lib/memo.ts';
import { platformUnreadable } from '../client/platform-errors.ts';
import { noteUnreadable } from '../client/unreadable-answers.ts';
import type { UpstreamAnswer } from '../client/upstream-answer.ts';

export interface RecordForm<Entity> {
  read(value: unknown, surroundings?: Surroundings): Entity;
  /** Null: it does not fit, which does not matter. */
  find(value: unknown): Entity | null;
}

/** `accept`: what becomes of a record that passed. */
export function recordForm<Schema extends z.ZodType, Entity>(
  schema: Schema,
  accept: (value: z.input<Schema>) => Entity,
): RecordForm<Entity> {
  const compiled = z.compile(schema);
  return {
    read(value, surroundings = noSurroundings) {
      const record = toContractForm(value, surroundings);
      const violations = violationsIn(compiled, record);
      if (violations.length > 0) throw unreadable(`${nameOf(value)}: ${formatViolations(violations.slice(0, 3))}`);
      return accept(record as z.input<Schema>);
    },
    find: (value) => (violationsIn(compiled, value).length > 0 ? null : accept(value as z.input<Schema>)),
  };
}

export function readRecord<Entity>(form: RecordForm<Entity>, { body }: UpstreamAnswer, surroundings?: Surroundings) {
  return remembered(body, form, () => form.read(isObject(body) ? body.data : null, surroundings));
}

/** A page of a list, and how many records the whole list has. */
export function readRecords<Entity>(
  form: RecordForm<Entity>,
  { body }: UpstreamAnswer,
  surroundings: Surroundings = noSurroundings,
): CountedPage<Entity> {
  const read = () => {
    const { data, meta, links } = isObject(body) ? body : {};
    if (!Array.isArray(data)) throw unreadable('a list without data');
    return { items: data.map((value) => form.read(value, surroundings)), ...readTotal(meta, links, data.length) };
  };
  // They come with another answer, which may have changed while this one has not.
  return surroundings.pricingOptions.length > 0 ? noting(body, read) : remembered(body, form, read);
}

function readTotal(meta: unknown, links: unknown, length: number): Pick<CountedPage<unknown>, 'total' | 'isAtLeast'> {
  const { total, isAtLeast } = pageCountOf(meta);
  // Some lists of platforms are not counted, and have pages all the same. What says nothing of pages has none.
  const isPaged = isObject(links) || (isObject(meta) && isObject(meta.page));
  if (total == null) return { total: length, ...(isPaged && { isAtLeast: true }) };
  if (!Number.isSafeInteger(total) || (total as number) < 0) throw unreadable('a total that is no number of records');
  return { total: total as number, ...(isAtLeast && { isAtLeast }) };
}

const known = new WeakMap<object, Map<unknown, unknown>>();

/** Answers come from a cache: what they hold is read once. */
function remembered<Value>(body: unknown, form: unknown, read: () => Value): Value {
  if (!isObject(body)) return read();
  const ofBody = memoised(known, body, () => new Map());
  return memoised(ofBody, form, () => noting(body, read)) as Value;
}

/** Notes what can't be read. */
function noting<Value>(body: unknown, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (isObject(body)) noteUnreadable(body);
    throw error;
  }
}

/** Ids are no secrets; nothing else of a record is logged. */
function nameOf(value: unknown): string {
  const { type, id } = isObject(value) ? value : {};
  return `${String(type).slice(0, 50)} ${String(id).slice(0, 80)}`;
}

function unreadable(what: string) {
  return platformUnreadable(new Error(`The platform's answer is not of its contract: ${what}`));
}
