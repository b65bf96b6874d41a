/** Rows as the text format of COPY (postgresql.org/docs/current/sql-copy.html, "Text Format"). */

type Row = Readonly<Record<string, unknown>>;

/** Of a piece; a longer row is one by itself. */
const pieceBytes = 2 ** 18;
/** That UTF-8 takes for a unit of UTF-16, at the most. */
const bytesOfUnit = 3;

/**
 * In pieces of whole rows. Each row is written by itself: one text of all of them is copied again to be written, with twice the bytes where one letter
 * in it is beyond Latin 1, and takes three to eight times as long (`bench/notebook/imports.md`).
 */
export function* toCopyText(columns: readonly string[], rows: readonly Row[]): Generator<Buffer> {
  let piece = Buffer.alloc(0);
  let end = 0;
  for (const row of rows) {
    const line = toLine(columns, row);
    const most = bytesOfUnit * line.length;
    if (piece.length - end < most) {
      if (end > 0) yield piece.subarray(0, end);
      [piece, end] = [Buffer.allocUnsafeSlow(most <= pieceBytes ? pieceBytes : Buffer.byteLength(line)), 0];
    }
    end += piece.write(line, end);
  }
  if (end > 0) yield piece.subarray(0, end);
}

function toLine(columns: readonly string[], row: Row): string {
  let line = '';
  let separator = '';
  for (const column of columns) {
    line += separator + toCopyValue(row[column]);
    separator = '\t';
  }
  return `${line}\n`;
}

function toCopyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  const text = String(value);
  return hasSpecials(text) ? text.replace(specials, (character) => escapes[character] as string) : text;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
const specials = /[\\\b\f\n\r\t\v]/g;
const allSpecials = Object.keys(escapes);

/** V8 looks for one letter many times as fast as for any of several: nearly all texts have none of them. */
function hasSpecials(text: string): boolean {
  return allSpecials.some((special) => text.includes(special));
}
