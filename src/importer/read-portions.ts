/** Some of a file's records at a time, in its order, while others are worked at elsewhere. */
import type { ScannedPiece } from './json-scanner.ts';
import type { LineAnswers } from './product-thread.ts';

/** The text of a record, or of several in one value, or of what a page says beside its records. */
export interface Piece extends ScannedPiece {
  readonly line: number | null;
}

/** Something for each line, in the place of its record; null: it is read. Null altogether: all are. */
export type WorkAtLines<Done> = (lines: readonly Buffer[]) => LineAnswers<Done> | null;

export interface Portion<Done> {
  readonly pieces: readonly Piece[];
  readonly done: readonly (Done | null)[];
}

interface Waiting<Done> {
  readonly portion: Promise<Portion<Done>>;
  readonly bytes: number;
}

/** Of lines that are worked at together, at the most; the last one may be longer. What they hold decides, not how the file is read. */
const portionLines = 64;
const portionBytes = 2 ** 16;
/** Portions that are worked at elsewhere, or wait for such before them, and what they hold: they are in memory. */
const maxWaiting = { portions: 12, bytes: 2 ** 20 } as const;

/** Without work, and of other files than NDJSON, pieces are as many as were read together. */
export function createPortions<Done>(work: WorkAtLines<Done> | null) {
  const waiting: Waiting<Done>[] = [];
  let waitingBytes = 0;
  let lines: Piece[] = [];
  let bytes = 0;
  let isEnded = false;

  function start(pieces: readonly Piece[], answers: LineAnswers<Done> | null): void {
    const portion = Promise.resolve(answers ?? []).then((done) => ({ pieces, done }));
    // It is awaited in its turn. Should something else fail before, that failure is the one to tell.
    portion.catch(() => undefined);
    const size = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
    waiting.push({ portion, bytes: size });
    waitingBytes += size;
  }

  function startLines(): void {
    const some = lines;
    [lines, bytes] = [[], 0];
    start(some, work?.(some.map((piece) => piece.bytes)) ?? null);
  }

  function addLine(piece: Piece): void {
    lines.push(piece);
    bytes += piece.bytes.length;
    if (lines.length === portionLines || bytes >= portionBytes) startLines();
  }

  return {
    add(pieces: readonly Piece[]): void {
      if (!work || pieces.some(({ line }) => line === null)) start(pieces, null);
      else for (const piece of pieces) addLine(piece);
    },
    end(): void {
      if (lines.length > 0) startLines();
      isEnded = true;
    },
    /** The next one that must not wait any longer. */
    take(): Promise<Portion<Done>> | undefined {
      const areTooMany = waiting.length > maxWaiting.portions || waitingBytes > maxWaiting.bytes;
      const next = isEnded || !work || areTooMany ? waiting.shift() : undefined;
      waitingBytes -= next?.bytes ?? 0;
      return next?.portion;
    },
  };
}
