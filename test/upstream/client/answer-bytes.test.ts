/** What is kept of a platform's answers takes no more than what it counts as, or little more, with what its records are read as. */
import { expect, it } from 'vitest';
import { bytesOfAnswer } from '../../../src/upstream/client/answer-bytes.ts';
import { readAnswer } from '../../../src/upstream/client/read-answer.ts';
import { readRecords } from '../../../src/upstream/dialect/record-form.ts';
import { productForm, toPlatformProduct } from '../../../src/upstream/product/product-records.ts';
import { heapBytes } from '../../support/collect-garbage.ts';

const many = <Item>(length: number, itemOf: (at: number) => Item) => Array.from({ length }, (_, at) => itemOf(at));
const product = (id: number, attributes: object = {}) => ({
  ...{ id: `p${id}`, type: 'product' },
  attributes: { name: 'n', status: 'live', ...attributes },
});
const withList = (id: number, list: readonly unknown[]) => [product(id, { extensions: { t: { list } } })];
const named = (count: number, turn: number) => Object.fromEntries(many(count, (at) => [`k${turn}_${at}`, at]));
const inputs = (count: number) => Object.fromEntries(many(count, (at) => [`c${at}`, { name: '' }]));

function read(records: readonly object[]) {
  const text = JSON.stringify({ data: records });
  const answer = { status: 200, body: readAnswer(text) };
  for (const record of readRecords(productForm, answer).items) toPlatformProduct(record, 'release');
  return { answer, bytes: bytesOfAnswer(text, answer.body) };
}

it.each<[string, (turn: number) => readonly object[]]>([
  ['records of hardly anything', (turn) => many(200, (at) => product(200 * turn + at))],
  [
    'lists of empty objects',
    (turn) =>
      withList(
        turn,
        many(2000, () => ({})),
      ),
  ],
  [
    'lists of empty lists',
    (turn) =>
      withList(
        turn,
        many(2000, () => []),
      ),
  ],
  [
    'lists of short texts',
    (turn) =>
      withList(
        turn,
        many(2000, (at) => `${turn}.${at}`),
      ),
  ],
  ['numbers', (turn) => withList(turn, ['', ...many(2000, (at) => at + 0.5)])],
  ['a long text', (turn) => [product(turn, { description: `${turn} ${'x'.repeat(50_000)}` })]],
  ['a long text of other letters', (turn) => [product(turn, { description: `${turn} ${'щ'.repeat(50_000)}` })]],
  ['many numbers by names', (turn) => [product(turn, { extensions: { t: named(3000, turn) } })]],
  [
    'fewer of them',
    (turn) => many(20, (at) => product(20 * turn + at, { extensions: { t: named(50, 20 * turn + at) } })),
  ],
  ['many small members', (turn) => [product(turn, { custom_inputs: inputs(1000) })]],
])('%s', (_, recordsOf) => {
  // What is compiled and remembered, whatever is read.
  for (const turn of [0, 1, 2]) read(recordsOf(turn));
  const before = heapBytes();
  const kept = many(60, (turn) => read(recordsOf(turn + 3)));
  const held = heapBytes() - before;
  const counted = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(held / counted).toBeLessThan(2);
});
