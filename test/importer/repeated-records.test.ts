import { expect, it } from 'vitest';
import type { KeptRecord } from '../../src/importer/kept-record.ts';
import { withoutRepeated } from '../../src/importer/repeated-records.ts';
import { smallRecords } from './small-records.ts';

const place = { file: 'nodes.json', record: 1, line: null };

function nodeOf(sequence: number, of: Pick<KeptRecord, 'origin' | 'catalogId'>, meta?: { catalog_id: string }) {
  const record = { ...smallRecords.node, ...(meta && { meta }) };
  return { sequence, position: sequence, place, record, ...of } satisfies KeptRecord;
}

it('takes an empty catalog of a node for none: beside other records it is the same node', () => {
  const own = nodeOf(0, { origin: 'record', catalogId: null }, { catalog_id: '' });
  const beside = nodeOf(1, { origin: 'included', catalogId: null });
  expect(withoutRepeated([own, beside])).toEqual([own]);
});

it('leaves nodes of several catalogs that have one id', () => {
  const nodes = ['main', 'mobile'].map((catalogId, at) => nodeOf(at, { origin: 'record', catalogId }));
  expect(withoutRepeated(nodes)).toEqual(nodes);
});
