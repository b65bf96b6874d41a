/**
 * Columns of numbers as one block: how many there are, of each its type and length, and the columns themselves, each from a multiple
 * of eight bytes on. Numbers are little-endian.
 */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array | BigInt64Array;

export interface NumberBlock {
  readonly columns: readonly NumberColumn[];
  /** In bytes. */
  readonly size: number;
}

const types = [Uint32Array, Float64Array, BigInt64Array, Uint16Array, Uint8Array] as const;

export function encodeNumbers(columns: readonly NumberColumn[]): Buffer<ArrayBuffer> {
  const header = new Uint32Array(1 + 2 * columns.length);
  header[0] = columns.length;
  let end = aligned(header.byteLength);
  const starts = columns.map((column, index) => {
    header.set([types.findIndex((type) => column instanceof type), column.length], 1 + 2 * index);
    const start = end;
    end = aligned(start + column.byteLength);
    return start;
  });
  const content = Buffer.from(new ArrayBuffer(end));
  content.set(bytesOf(header));
  for (const [index, column] of columns.entries()) content.set(bytesOf(column), starts[index]);
  return content;
}

/** `content` was written by `encodeNumbers`: its checksum has been compared. */
export function decodeNumbers(content: Uint8Array): NumberBlock {
  // In memory of its own, whose beginning is that of a number.
  const { buffer } = Uint8Array.from(content);
  const [count = 0] = new Uint32Array(buffer, 0, 1);
  const header = new Uint32Array(buffer, 4, 2 * count);
  let end = aligned(4 + header.byteLength);
  const columns = Array.from({ length: count }, (_, index) => {
    const Type = types[header[2 * index] as number] as (typeof types)[number];
    const column = new Type(buffer, end, header[2 * index + 1]);
    end = aligned(end + column.byteLength);
    return column;
  });
  return { columns, size: buffer.byteLength };
}

/** Texts as one column. */
export function encodeTexts(texts: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(texts));
}

export function decodeTexts({ buffer, byteOffset, byteLength }: Uint8Array): string[] {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()) as string[];
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberColumn): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}
