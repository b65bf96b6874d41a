/** What the search sends: nothing of it may depend on anything but the seed and what was measured. */
import { parse, print } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { createArchive } from './archive.ts';
import { type Candidate, maxRequestBytes, toWireRequest } from './candidate.ts';
import type { Taken } from './measure-candidate.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';
import { randomCandidate } from './random-candidate.ts';

const material = { ids: ['31a5cd1d-97bb-537b-a9d0-b12db691e366'], optionIds: ['o'], cursors: ['c'], values: ['rain'] };
const requests = 80;

/** Fresh ones, and after a few of them also ones that were made of others. */
function candidatesOf(seed: number): Candidate[] {
  const source = { schema, material, random: createRandom(seed) };
  const known: Candidate[] = [];
  while (known.length < requests) {
    const fresh = randomCandidate(source);
    const isMutated = known.length > 5 && source.random.chance(0.6);
    known.push(isMutated ? mutate(source.random.pick(known), fresh, source) : fresh);
  }
  return known;
}

it('a seed makes the same requests each time, and another one others', () => {
  const sent = (seed: number) => candidatesOf(seed).map((candidate) => toWireRequest(candidate, 0));
  expect(sent(1)).toEqual(sent(1));
  expect(sent(1)).not.toEqual(sent(2));
});

it('every document can be parsed, whatever was done to it, and no request is longer than one may be', () => {
  const candidates = candidatesOf(3);
  const documents = candidates.flatMap((candidate) => (candidate.kind === 'graphql' ? [candidate.document] : []));
  expect(documents.length).toBeGreaterThan(requests / 2);
  for (const document of documents) parse(print(document));
  const bodies = candidates.map((candidate) => toWireRequest(candidate, 0)?.body ?? '');
  expect(Math.max(...bodies.map((body) => Buffer.byteLength(body)))).toBeLessThanOrEqual(maxRequestBytes);
});

it('what took most is kept by each measure, for the cost that it declared too', () => {
  const archive = createArchive();
  const nothing: Taken = { blockMs: 0, grownBytes: 0, cpuMs: 0, cost: 200_000, summary: '200', bytes: 0 };
  const tried = (path: string, taken: Partial<Taken>) => {
    const candidate = { kind: 'rest', method: 'GET', path, query: [], body: undefined } as const;
    return { candidate: { ...candidate, grant: null, accept: '*/*', repeats: 1 }, taken: { ...nothing, ...taken } };
  };
  const slow = tried('/slow', { blockMs: 200 });
  const slowForItsCost = tried('/slow-for-its-cost', { blockMs: 100, cost: 1000 });
  const large = tried('/large', { grownBytes: 5e7 });
  for (const one of [slowForItsCost, large, slow]) archive.add(one);
  expect(archive.list('block')[0]).toBe(slow);
  expect(archive.list('block per cost')[0]).toBe(slowForItsCost);
  expect(archive.list('memory')[0]).toBe(large);
});
