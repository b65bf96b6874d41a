/**
 * Positions in lists that are sorted: which part of the list, and the place there. Those of an order by price say its moment, too, so
 * that whoever pages through it stays there. As the sort key of a cursor: `0.17@1767225600000`.
 */
export interface ListPosition {
  readonly part: number;
  /** -1: before all. */
  readonly place: number;
  readonly moment: number | null;
}

const shape = /^(\d{1,2})\.(-1|\d{1,10})(?:@(\d{1,15}))?$/;

export function formatPosition({ part, place, moment }: ListPosition): string {
  return `${part}.${place}${moment === null ? '' : `@${moment}`}`;
}

/** One that is none was forged: it is the list's start, as good as any. */
export function parsePosition(sortKey: string): ListPosition {
  const [, part, place, moment] = shape.exec(sortKey) ?? [];
  if (part === undefined || place === undefined) return { part: 0, place: -1, moment: null };
  return { part: Number(part), place: Number(place), moment: moment === undefined ? null : Number(moment) };
}
