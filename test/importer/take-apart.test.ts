import { expect, it } from 'vitest';
import { createTakeApart } from '../../src/importer/take-apart.ts';

const mebibyte = 2 ** 20;
const node = (id: string) => ({ type: 'node', id });

it('what a page includes may have any name', () => {
  const apart = createTakeApart();
  const page = { data: [node('n')], included: { constructor: [{ type: 'product', id: 'p' }], toString: [node('m')] } };
  const ids = apart.take(page, 'value', 100).map(({ value }) => (value as { id: string }).id);
  expect(ids).toEqual(['n', 'p', 'm']);
});

it('records of a page wait for its end up to 16 MiB of them', () => {
  const apart = createTakeApart();
  apart.take({ data: null }, 'pageStart', 10);
  const atOnce = Array.from({ length: 20 }, (_, index) => apart.take(node(`n${index}`), 'element', mebibyte).length);
  expect(atOnce).toEqual([...Array(16).fill(0), ...Array(4).fill(1)]);
  expect(apart.take({ data: null }, 'pageEnd', 10)).toHaveLength(16);
  expect(apart.take(node('next'), 'element', mebibyte)).toEqual([]);
});

it.each([
  ['20,000 offerings', 20_000, []],
  ['offerings with 16 MiB of references', 20, ['r'.repeat(mebibyte)]],
])('no record waits beside %s', (_, count, external_plan_refs) => {
  const apart = createTakeApart();
  apart.take({ data: null }, 'pageStart', 10);
  for (let index = 0; index < count; index += 1) {
    const offering = { type: 'subscription_offering', id: `o${index}`, attributes: { meta: { external_plan_refs } } };
    expect(apart.take(offering, 'element', 100)).toHaveLength(1);
  }
  expect(apart.take({ type: 'subscription_plan', id: 'p' }, 'element', 100)).toHaveLength(1);
});
