/** What was written of a value, to be copied where the same stands again. */
import type { ByteWriter, Constant } from '../bytes/byte-writer.ts';
import type { QueryRun } from '../bytes/query-run.ts';
import type { Made } from '../limits/work-plan.ts';

/** With what it was charged. */
export interface WrittenText extends Made {
  readonly text: Constant;
}

/** Null: something is yet to come, or failed. */
export function keepWhole(write: () => void, run: QueryRun, out: ByteWriter): WrittenText | null {
  const { work } = run.context;
  const [start, before, gaps] = [out.length, work.made(), run.gaps];
  write();
  if (run.gaps !== gaps) return null;
  const { units, bytes } = work.made();
  return { units: units - before.units, bytes: bytes - before.bytes, text: out.constantFrom(start) };
}

/** Charges it, too. */
export function copyWritten(written: WrittenText, { context: { work } }: QueryRun, out: ByteWriter): void {
  work.complete(null, written, []);
  out.write(written.text);
}
