/** Records of any kind may be large, and come in turns then. */
import { expect, it } from 'vitest';
import { makeOfRows } from '../../src/storage/make-of-rows.ts';

/** What was made of rows with such texts, and when others had their turn. */
async function doneWith(lengths: readonly number[]): Promise<string[]> {
  const done: string[] = [];
  const rows = lengths.map((length, at) => ({ id: String(at), at, text: 'x'.repeat(length), absent: null }));
  await makeOfRows(rows, ({ id }) => {
    setImmediate(() => done.push('turn'));
    return done.push(id);
  });
  return done;
}

it('others get their turn between rows whose texts are long', async () => {
  expect(await doneWith([600_000, 600_000, 10])).toEqual(['0', 'turn', '1', 'turn', '2', 'turn']);
  expect(await doneWith([10, 10, 10])).toEqual(['0', '1', '2']);
});
