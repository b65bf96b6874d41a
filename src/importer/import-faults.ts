import { excerpt } from '../domain/errors.ts';
import type { Violation } from '../domain/input/violations.ts';
import type { Place } from '../domain/release/staging.ts';

/** One thing that is wrong with an import: where, with which record, and what was expected. */
export interface ImportFault {
  readonly place: Place;
  /** As far as they are known. */
  readonly type: string | null;
  readonly id: string | null;
  /** Within the record, joined by dots; '' is the record itself. */
  readonly path: string;
  readonly message: string;
}

/** The record may be a stranger: its place and its keys are known elsewhere. */
export function toImportFault({ path, problem }: Violation): Pick<ImportFault, 'path' | 'message'> {
  return {
    path: path.map((segment) => excerpt(String(segment))).join('.'),
    message: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  };
}

/** `products.ndjson line 3: product 'a', attributes.price.EUR.amount: Must be …`, on one line. */
export function formatImportFault({ place, type, id, path, message }: ImportFault): string {
  const subject = [type, id === null ? null : `'${excerpt(id)}'`].filter((part) => part !== null).join(' ');
  const where = [subject, path].filter((part) => part !== '').join(', ');
  return printable([formatPlace(place), where, message].filter((part) => part !== '').join(': '));
}

/** `products.ndjson line 3`, on one line. */
export function formatPlace({ file, record, line }: Place): string {
  return printable(`${file} ${line === null ? `record ${record}` : `line ${line}`}`);
}

/** What a file holds, or is called, must not steer the terminal that shows it: on one line. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
