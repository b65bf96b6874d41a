/**
 * Finds the records in a JSON text of any size without holding more than one of them: the elements of a top-level list, the
 * elements of the list that is a page's `data`, or else whole top-level values, any number of them. It knows strings and
 * nesting, nothing else: whether a record is valid JSON is for its parser to say.
 *
 * NOTE: not a streaming parser. With the tokenizer of @streamparser/json a file takes three times as long (29 MiB a second of one core, and 87
 * like this; stream-json 4), and after the first record that is not JSON no other one is found: an import reports them all.
 */
export interface JsonScanner {
  /** What ends in this chunk. @throws RecordScanError where it can't be cut: after what was found before that place, which is answered first */
  push(chunk: Buffer): ScannedPiece[];
  /** The last one, if it was a bare number or word. @throws RecordScanError when the text ends in the middle of something */
  end(): ScannedPiece[];
}

/**
 * `value` stands alone or in a list, `element` in a page's `data`. What a page says before and after its `data` comes as objects
 * of their own, in which `data` is null.
 */
export interface ScannedPiece {
  readonly kind: 'value' | 'element' | 'pageStart' | 'pageEnd';
  readonly bytes: Buffer;
}

/** The text can't be cut into records from here on. */
export class RecordScanError extends Error {
  override readonly name = 'RecordScanError';
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

const withoutData = { before: Buffer.from('null}'), after: Buffer.from('{"data":null') };

/** Where records stand: outside of everything, in a list, in a page's `data`; or nowhere, in what follows a page's `data`. */
const recordDepths = { topLevel: 0, list: 1, page: 2, nowhere: -1 } as const;

export function createJsonScanner({ maxRecordBytes }: { readonly maxRecordBytes: number }): JsonScanner {
  let depth = 0;
  let recordDepth: number = recordDepths.topLevel;
  let inString = false;
  let isEscaped = false;
  /** In a list: what must come next. */
  let due: 'value' | 'value or end' | 'separator' = 'value or end';
  /** The record that is under way, as far as earlier chunks hold it; null: there is none. */
  let parts: Buffer[] | null = null;
  let partBytes = 0;
  /** It is a number or a word, which only what follows it ends. */
  let isBare = false;
  /** The name of the member of a top-level object that is under way: only `data` is of interest. */
  let memberName = '';
  let isNameDue = false;
  let inName = false;
  let pieces: ScannedPiece[] = [];
  /** Thrown by the next call, for records were found before it. */
  let fault: unknown = null;

  function keep(bytes: Buffer): void {
    partBytes += bytes.length;
    if (partBytes > maxRecordBytes) {
      throw new RecordScanError(`A record is larger than ${maxRecordBytes / 2 ** 20} MiB, which is the limit.`);
    }
    parts?.push(bytes);
  }

  function begin(first?: Buffer): void {
    parts = first ? [first] : [];
    partBytes = 0;
  }

  function finish(
    bytes: Buffer,
    kind: ScannedPiece['kind'] = recordDepth === recordDepths.page ? 'element' : 'value',
  ): void {
    keep(bytes);
    pieces.push({ kind, bytes: parts?.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts ?? []) });
    parts = null;
    isBare = false;
    due = 'separator';
  }

  /** A byte between records. Answers whether a record begins with it. */
  function between(byte: number): boolean {
    const isInList = depth > 0;
    if (isInList && byte === closeBracket && due !== 'value') {
      depth -= 1;
      recordDepth = depth === 0 ? recordDepths.topLevel : recordDepths.nowhere;
      return false;
    }
    if (isInList && byte === comma && due === 'separator') {
      due = 'value';
      return false;
    }
    const isStray = byte === comma || byte === colon || byte === closeBrace || byte === closeBracket;
    if (isStray || (isInList && due === 'separator')) {
      throw new RecordScanError(`Expected another record, or the end, but got '${String.fromCharCode(byte)}'.`);
    }
    if (isInList || byte !== openBracket) return true;
    depth = 1;
    recordDepth = recordDepths.list;
    due = 'value or end';
    return false;
  }

  /** A byte inside of a value, outside of strings. Answers what ends with it, or before it. */
  function within(byte: number): 'value' | 'pageStart' | 'pageEnd' | null {
    const isMember = depth === 1 && recordDepth === recordDepths.topLevel;
    if (byte === quote) {
      inString = true;
      inName = isMember && isNameDue;
      if (inName) memberName = '';
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      isNameDue = depth === 1 && byte === openBrace;
      if (isMember && byte === openBracket && memberName === 'data') return 'pageStart';
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0 && recordDepth === recordDepths.nowhere) return 'pageEnd';
      if (depth === recordDepth) return 'value';
    } else if (byte === comma && isMember) {
      isNameDue = true;
      memberName = '';
    }
    return null;
  }

  /** A byte inside of a string. Answers whether the string ends with it. */
  function inside(byte: number): boolean {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) {
      inString = false;
      if (inName) isNameDue = false;
      inName = false;
      return true;
    }
    if (inName && memberName.length < 5) memberName += String.fromCharCode(byte);
    return false;
  }

  function scan(chunk: Buffer): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (inString) {
        if (inside(byte) && depth === recordDepth && parts) finish(chunk.subarray(start, at + 1));
        continue;
      }
      const isSpace = byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
      if (isBare && parts) {
        if (!isSpace && byte !== comma && byte !== closeBracket) continue;
        finish(chunk.subarray(start, at));
      }
      if (isSpace) continue;
      if (parts === null && depth === recordDepth) {
        const isPage = recordDepth === recordDepths.page;
        if (!between(byte)) {
          if (isPage && recordDepth === recordDepths.nowhere) {
            begin(withoutData.after);
            start = at + 1;
          }
          continue;
        }
        begin();
        start = at;
        isBare = byte !== openBrace && byte !== openBracket && byte !== quote;
        if (isBare) continue;
      }
      const ended = within(byte);
      if (ended === null || !parts) continue;
      if (ended === 'value') finish(chunk.subarray(start, at + 1));
      if (ended === 'pageStart') {
        keep(chunk.subarray(start, at));
        finish(withoutData.before, 'pageStart');
        recordDepth = recordDepths.page;
        due = 'value or end';
      }
      if (ended === 'pageEnd') {
        finish(chunk.subarray(start, at + 1), 'pageEnd');
        recordDepth = recordDepths.topLevel;
      }
    }
    if (parts !== null) keep(Buffer.from(chunk.subarray(start)));
  }

  function take(): ScannedPiece[] {
    const taken = pieces;
    pieces = [];
    return taken;
  }

  return {
    push(chunk) {
      if (fault !== null) throw fault;
      try {
        scan(chunk);
      } catch (error) {
        if (pieces.length === 0) throw error;
        fault = error;
      }
      return take();
    },
    end() {
      if (fault !== null) throw fault;
      if (isBare && parts) finish(Buffer.alloc(0));
      if (depth > 0 || inString || parts !== null) {
        throw new RecordScanError('The file ends in the middle of a record: it is not complete.');
      }
      return take();
    },
  };
}
