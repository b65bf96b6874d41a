import { createMemo } from '../memo.ts';

const withCommas = createMemo<Buffer, Buffer>('with a comma');

/** JSON text in UTF-8 that is sent in many lists: its memory goes on with the comma that separates it from the next one, so that both are one piece. */
export function toListedJson(text: string): Buffer {
  const withComma = Buffer.from(`${text},`);
  const json = withComma.subarray(0, -1);
  withCommas.set(json, withComma);
  return json;
}

/** The same with a comma after it; null: it is to be sent by itself. */
export function withCommaAfter(json: string | Buffer): Buffer | null {
  return typeof json === 'string' ? Buffer.from(`${json},`) : (withCommas.get(json) ?? null);
}
