import { expect, it } from 'vitest';
import { createFaultLog } from '../../src/importer/fault-log.ts';

const fault = (record: number, path: string, message: string) => ({
  place: { file: 'f', record, line: null },
  type: 'product',
  id: `p${record}`,
  path,
  message,
});

it('counts every fault, tells the first thousand, and groups all by what they say', () => {
  const log = createFaultLog();
  for (let record = 1; record <= 3000; record += 1) {
    log.add(fault(record, `attributes.price.C${record}.amount`, `Must be a whole number, but is '${record}'.`));
    if (record % 3 === 0) log.add(fault(record, `meta.variations.${record}.id`, 'Is required.'));
  }
  expect(log.count).toBe(4000);
  expect(log.faults).toHaveLength(1000);
  expect(log.groups()).toEqual([
    {
      type: 'product',
      path: 'attributes.price.*.amount',
      message: 'Must be a whole number, but is ….',
      count: 3000,
      first: { file: 'f', record: 1, line: null },
    },
    {
      type: 'product',
      path: 'meta.variations.*.id',
      message: 'Is required.',
      count: 1000,
      first: { file: 'f', record: 3, line: null },
    },
  ]);
});

it('has no more groups than anybody reads', () => {
  const log = createFaultLog();
  const letters = (number: number) => String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  for (let record = 0; record < 1000; record += 1)
    log.add(fault(record, `attributes.${letters(record)}`, 'Is required.'));
  const groups = log.groups();
  expect(groups.length).toBeLessThanOrEqual(101);
  expect(groups[0]).toMatchObject({ type: null, message: 'Faults of other kinds.', count: 900 });
});
