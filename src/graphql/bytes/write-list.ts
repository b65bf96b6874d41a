import type { ByteWriter } from './byte-writer.ts';
import type { Awaited, QueryRun } from './query-run.ts';

const comma = 0x2c;
const [openBracket, closeBracket] = [0x5b, 0x5d];

/** `item`: what writes each of them, at once or when it is there. */
export function writeList(items: readonly unknown[], item: Awaited, run: QueryRun, out: ByteWriter): void {
  out.writeByte(openBracket);
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) out.writeByte(comma);
    run.path.push(at);
    const value = items[at];
    if (value instanceof Promise) run.await(value, item, out);
    else item.write(value, run, out);
    run.path.pop();
  }
  out.writeByte(closeBracket);
}
