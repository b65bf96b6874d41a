/**
 * A file's records, in batches, each with its place. JSON and NDJSON are told apart by looking: when the first line alone is a
 * JSON value and there are more lines, each line is one, unless the next one only opens a value. Pages, single resources and lists are taken apart into their records.
 */
import type { Readable } from 'node:stream';
import { toContractForm } from '../contract/platform/contract-form.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { Place } from '../domain/release/staging.ts';
import { createJsonScanner, RecordScanError, type ScannedPiece } from './json-scanner.ts';
import { createPortions, type Piece, type Portion, type WorkAtLines } from './read-portions.ts';
import { parseOrNull, parseText } from './record-text.ts';
import { type ReadFileOptions, readSourceFile, type SourceFile, toReadError } from './source-file.ts';
import { createTakeApart } from './take-apart.ts';
import { boundsFault, boundsFaultOf } from './text-bounds.ts';

/** A record as it was read, in the contract's form: any JSON value, or what is wrong with its text. */
export type ReadRecord<Done = never> = { readonly place: Place } & (
  | { readonly value: unknown; readonly isIncluded: boolean; readonly bytes: number }
  | { readonly fault: string }
  /** A line that was worked at, and holds one record. */
  | { readonly done: Done }
);

export interface ReadOptions<Done = never> extends ReadFileOptions {
  readonly work?: WorkAtLines<Done>;
}

/** A parent of ten thousand children, with all their ids, is some megabytes. */
const maxRecordBytes = 16 * 2 ** 20;

/** The file can't be read on from here, so that nobody knows what it would have held. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

/** @throws UnreadableSourceError for a file that is truncated, damaged, or can't be cut into records; ImportError where it can't be read */
export async function* readRecords<Done = never>(
  file: SourceFile,
  { work, ...options }: ReadOptions<Done>,
): AsyncGenerator<ReadRecord<Done>[]> {
  const counter = createCounter<Done>(file.name);
  const portions = createPortions(work ?? null);
  let fault: RecordScanError | null = null;
  try {
    for await (const pieces of readPieces(file, options)) {
      portions.add(pieces);
      for (let next = portions.take(); next; next = portions.take()) yield counter.toRecords(await next);
    }
  } catch (error) {
    if (!(error instanceof RecordScanError)) throw error;
    fault = error;
  }
  portions.end();
  for (let next = portions.take(); next; next = portions.take()) yield counter.toRecords(await next);
  if (fault) throw new UnreadableSourceError(counter.next(), fault.message);
}

/** @throws RecordScanError, or ImportError where the file can't be read */
async function* readPieces(file: SourceFile, options: ReadFileOptions): AsyncGenerator<Piece[]> {
  const head = createHead();
  let splitter: Splitter | null = null;
  let chunks: Readable | null = null;
  try {
    chunks = await readSourceFile(file, options);
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      if (splitter) {
        yield splitter.push(chunk);
        continue;
      }
      head.add(chunk);
      if (!head.showsItsForm()) continue;
      splitter = head.chooseSplitter();
      for (const part of head.take()) yield splitter.push(part);
    }
    if (!splitter) {
      splitter = head.chooseSplitter();
      for (const part of head.take()) yield splitter.push(part);
    }
    yield splitter.end();
  } catch (error) {
    const message = toReadFault(error);
    throw message === null ? toReadError(file.name, error) : new RecordScanError(message);
  } finally {
    chunks?.destroy();
  }
}

interface Splitter {
  push(chunk: Buffer): Piece[];
  end(): Piece[];
}

/** A file's first chunks, as they are read: its first line may be all of it. */
function createHead() {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let firstLine: Buffer | null = null;
  /** How the next line begins that is not blank: its first character, and what follows that, blanks aside. */
  let next = '';

  return {
    add(read: Buffer): void {
      const chunk = bytes === 0 ? withoutByteOrderMark(read) : read;
      const end = firstLine === null ? chunk.indexOf(0x0a) : 0;
      if (firstLine === null && end !== -1) firstLine = Buffer.concat([...chunks, chunk.subarray(0, end)]);
      if (end !== -1 && next.length < 2) next = beginningOf(`${next}${chunk.toString('latin1', end)}`);
      chunks.push(chunk);
      bytes += chunk.length;
    },
    /** Whether the first line is there, and the beginning of another one; or what is there is too much for one line. */
    showsItsForm: () => bytes > maxRecordBytes || next.length === 2,
    chooseSplitter: () => {
      const isOfLines = firstLine !== null && isJson(firstLine) && next !== '{\n' && next !== '[\n';
      return isOfLines ? createLineSplitter() : createValueSplitter();
    },
    *take(): Generator<Buffer> {
      firstLine = null;
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    },
  };
}

function beginningOf(text: string): string {
  const line = text.trimStart();
  let at = 1;
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '\r') at += 1;
  return line.slice(0, 1) + line.slice(at, at + 1);
}

function isJson(bytes: Buffer): boolean {
  return boundsFault(bytes) === null && parseOrNull(bytes.toString()) !== null;
}

/** Of a line that no line break ends. One that is beyond the bounds is told so. */
function isCutOff(bytes: Buffer): boolean {
  return boundsFaultOf(bytes) === null && bytes.toString().trim() !== '' && !isJson(bytes);
}

function createValueSplitter(): Splitter {
  const scanner = createJsonScanner({ maxRecordBytes });
  const toPieces = (scanned: ScannedPiece[]) => scanned.map((piece): Piece => ({ ...piece, line: null }));
  return { push: (chunk) => toPieces(scanner.push(chunk)), end: () => toPieces(scanner.end()) };
}

/** JSON's white space. */
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function createLineSplitter(): Splitter {
  let line = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  const keep = (bytes: Buffer) => {
    restBytes += bytes.length;
    if (restBytes > maxRecordBytes) {
      throw new RecordScanError(`Line ${line + 1} is larger than ${maxRecordBytes / 2 ** 20} MiB, which is the limit.`);
    }
    rest.push(bytes);
  };
  const take = (): Piece => {
    line += 1;
    const bytes = rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest);
    rest = [];
    restBytes = 0;
    return { kind: 'value', bytes, line };
  };
  /** Over blank lines and what a line begins with: a file may be a gigabyte of nothing else, each line of which would be looked at. */
  const skipBlank = (chunk: Buffer, from: number): number => {
    let at = from;
    for (; rest.length === 0 && blanks.has(chunk[at]); at += 1) line += Number(chunk[at] === 0x0a);
    return at;
  };
  return {
    push(chunk) {
      const pieces: Piece[] = [];
      let start = skipBlank(chunk, 0);
      for (let end = chunk.indexOf(0x0a, start); end !== -1; end = chunk.indexOf(0x0a, start)) {
        keep(chunk.subarray(start, end));
        pieces.push(take());
        start = skipBlank(chunk, end + 1);
      }
      if (start < chunk.length) keep(chunk.subarray(start));
      return pieces;
    },
    end() {
      if (restBytes === 0) return [];
      const last = take();
      if (isCutOff(last.bytes)) {
        throw new RecordScanError(
          `The file ends in the middle of line ${line}: it is truncated, or that line is faulty.`,
        );
      }
      return [last];
    },
  };
}

function createCounter<Done>(file: string) {
  let record = 0;
  const next = (line: number | null = null): Place => {
    record += 1;
    return { file, record, line };
  };
  const apart = createTakeApart();

  function parse({ kind, bytes, line }: Piece): ReadRecord[] {
    const toFault = (fault: string): ReadRecord[] => [{ place: next(line), fault }];
    const parsed = parseText(bytes);
    if (parsed === null) return [];
    if ('fault' in parsed) return toFault(parsed.fault);
    if (isPagePart(kind) && isObject(parsed.value)) {
      if ('type' in parsed.value) return toFault(recordAsPage);
      if (parsed.value.data !== null) return toFault('The page names its data twice.');
    }
    return apart.take(parsed.value, kind, bytes.length).map(({ value, surroundings, ...placed }) => {
      return { ...placed, place: next(line), value: toContractForm(value, surroundings) };
    });
  }

  function toRecords({ pieces, done }: Portion<Done>): ReadRecord<Done>[] {
    return pieces.flatMap((piece, index): ReadRecord<Done>[] => {
      const own = done[index] ?? null;
      return own === null ? parse(piece) : [{ place: next(piece.line), done: own }];
    });
  }

  return { next, toRecords };
}

/** Its beginning was taken for a page's, which names no type. */
const recordAsPage =
  'A record whose member \'data\' is a list is taken for a page where it stands alone: put it into a list, as in [{"type":…}].';

function isPagePart(kind: ScannedPiece['kind']): boolean {
  return kind === 'pageStart' || kind === 'pageEnd';
}

/** @throws RecordScanError where the mark is another encoding's */
function withoutByteOrderMark(bytes: Buffer): Buffer {
  if (['fffe', 'feff'].includes(bytes.toString('hex', 0, 2))) {
    throw new RecordScanError('The file is UTF-16, as its first bytes say: save it as UTF-8.');
  }
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** Null: it is not the file's fault. */
function toReadFault(error: unknown): string | null {
  if (error instanceof RecordScanError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return 'The gzip file is truncated: it ends before its text does.';
  if (code?.startsWith('Z_')) return `The gzip file is damaged: ${message}.`;
  return null;
}
