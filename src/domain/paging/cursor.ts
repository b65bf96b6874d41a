/**
 * Opaque cursors: version, release, list and position, strictly read back. A cursor is bound to its list by two digests: of
 * what makes the list (kind, parent, filter) and of what the shopper's context made of it (catalog, language of names), so that
 * one taken from elsewhere is refused, with the reason, instead of paging through the wrong rows. It is not a secret: a forged
 * position can only ever start a page at that position.
 *
 * The text is base64url of `1|release|digests|sort key|check`; the check is a digest of what stands before it, so that a
 * cursor that was cut or changed on its way is refused too.
 */
import { hash } from 'node:crypto';
import { countCodePoints } from '../input/constraint.ts';
import type { Fault } from '../input/text.ts';
import type { ViolationRule } from '../input/violations.ts';

/** What a cursor is bound to, as canonical texts: equal lists, equal texts. */
export interface ListIdentity {
  readonly list: string;
  readonly context: string;
}

export interface Cursor {
  readonly releaseId: string;
  readonly sortKey: string;
}

const version = '1';
/** What is not one of ours is refused by the rule `cursor`, which has nothing to publish. */
export const cursorConstraint = { minLength: 1, maxLength: 2048 } as const;
const shape = /^(1\|([A-Za-z0-9_.~-]{0,64})\|([A-Za-z0-9_-]{10})([A-Za-z0-9_-]{6})\|(.{1,400}))\|([A-Za-z0-9_-]{8})$/su;

/** Writes the cursors of one list. */
export function cursorsOf(releaseId: string, identity: ListIdentity): (sortKey: string) => string {
  let start: string | null = null;
  return (sortKey) => {
    start ??= `${version}|${releaseId}|${digest(identity.list, 10)}${digest(identity.context, 6)}|`;
    const content = `${start}${sortKey}`;
    return Buffer.from(`${content}|${digest(content, 8)}`, 'utf8').toString('base64url');
  };
}

/** The cursor, or what is wrong with it. */
export function parseCursor(text: string, { list, context }: ListIdentity): { cursor: Cursor } | { fault: Fault } {
  const { maxLength } = cursorConstraint;
  if (text === '') return fault('must not be empty: leave it out to start at the edge of the list', 'minLength');
  if (countCodePoints(text, maxLength) > maxLength) {
    return fault('is not a cursor of this API: it is too long', 'maxLength');
  }
  const written = readWritten(text);
  if (!written) return fault('is not a cursor of this API: pass the cursor of an edge, unchanged');
  const { releaseId, listDigest, contextDigest, sortKey } = written;
  if (listDigest !== digest(list, 10)) {
    return fault('does not belong to this connection: it was made for another parent, filter, search, sort or list');
  }
  if (contextDigest !== digest(context, 6)) {
    return fault(
      'is of another context: with the channel, tag, language or account that it was made for, this list is another one',
    );
  }
  return { cursor: { releaseId, sortKey } };
}

/** The release that the cursor was made in, whatever its list; null: it is of none, or is no cursor of ours. */
export function releaseOfCursor(text: string): string | null {
  return text.length > cursorConstraint.maxLength ? null : readWritten(text)?.releaseId || null;
}

/** Null: it is not what was written. */
function readWritten(text: string) {
  const bytes = Buffer.from(text, 'base64url');
  const [, content = '', releaseId = '', listDigest = '', contextDigest = '', sortKey = '', check] =
    shape.exec(bytes.toString('utf8')) ?? [];
  // The check is no secret: whoever makes a cursor up may put in what no id holds, and no database looks for.
  if (bytes.toString('base64url') !== text || check !== digest(content, 8) || bytes.includes(0)) return null;
  return { releaseId, listDigest, contextDigest, sortKey };
}

function fault(problem: string, rule: ViolationRule = 'cursor'): { fault: Fault } {
  return { fault: { rule, problem } };
}

function digest(text: string, length: number): string {
  return hash('sha256', text, 'base64url').slice(0, length);
}
