/** Members that more than one resource has. */
import { z } from 'zod';
import { dateTime, toUtc, toUtcMilliseconds } from '../domain/input/date-time.ts';
import { identifier, identifierFault, uuid as uuidInput } from '../domain/input/identifiers.ts';
import { rule, text } from '../domain/input/text.ts';
import { languageTag } from '../domain/language/language.ts';
import type { Localisation } from '../domain/language/localisation.ts';
import { mapOfObjects, maybeList, openObject } from './building-blocks.ts';

/** In any case in, in lower case out. */
export const uuid = uuidInput.pipe(z.guid());

/** A moment of the catalog, with all its digits: it is stored in a document, and goes out as it came unless it came in another offset. */
export const moment = dateTime
  .transform((given) => (given.endsWith('Z') && given.includes('T') ? given : toUtc(given)))
  .pipe(z.string().meta({ format: 'date-time', description: 'RFC 3339, in UTC' }));

/** A moment of anything else: UTC to the millisecond out. */
export const timestamp = dateTime.transform(toUtcMilliseconds).pipe(z.iso.datetime({ precision: 3 }));

export const timestamps = openObject({ created_at: timestamp, updated_at: timestamp });

/** The catalog that a record is in; empty where it does not say. */
export const catalogId = z.string().check(rule((id) => (id === '' ? null : identifierFault(id))));

export const selfLink = openObject({ self: z.string() });

export const owner = z.enum(['store', 'organization']);

const reference = openObject({ id: identifier, type: z.string().nullish() });
/** Points at one record, or at none. */
export const relation = openObject({ data: reference.nullish() });
/** Points at any number of records, in their order. */
export const relations = openObject({ data: maybeList(reference) });

/** Names and descriptions in other languages, by BCP 47 tag. Our own extension: the contract has no place for them. */
export const locales = mapOfObjects(
  openObject({ name: text({ min: 1 }).nullish(), description: z.string().nullish() }),
  languageTag,
);

export function toLocalisations(given: z.input<typeof locales> | null | undefined): Localisation[] {
  return Object.entries(given ?? {}).map(([language, texts]) => ({
    language,
    name: texts?.name ?? null,
    description: texts?.description ?? null,
  }));
}

export function toTimestamps({ createdAt, updatedAt }: Readonly<Record<'createdAt' | 'updatedAt', string>>) {
  return { created_at: createdAt, updated_at: updatedAt };
}
