/** What parsed documents may take of the memory: counted as what they take, not as what their clients sent. */
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createDocumentCache } from '../../../src/graphql/limits/document-cache.ts';
import { heapBytes } from '../../support/collect-garbage.ts';

function filled(...texts: string[]) {
  const cache = createDocumentCache();
  for (const text of texts) for (const _ of ['seen', 'seen again']) cache.set(text, parse(text));
  return cache.documents;
}

const sizeOf = (text: string) => filled(text).calculatedSize;

it('a document is cached when it is seen again, and once', () => {
  const cache = createDocumentCache();
  cache.set('{ a }', parse('{ a }'));
  expect(cache.get('{ a }')).toBeUndefined();
  cache.set('{ a }', parse('{ a }'));
  expect(cache.get('{ a }')).toBeDefined();
  expect(filled('{ a }', '{ a }').calculatedSize).toBe(sizeOf('{ a }'));
});

it('each of 1,000 tokens counts', () => {
  expect(sizeOf(`{ ${'a '.repeat(1000)} }`) - sizeOf('{ a }')).toBeGreaterThan(999 * 400);
});

it('each of 1,000 comments counts, which are tokens to the parser', () => {
  expect(sizeOf(`{ a } ${'#\n'.repeat(1000)}`) - sizeOf('{ a }')).toBeGreaterThan(999 * 90);
});

it('short documents count with what an entry takes beside them', () => {
  expect(sizeOf('{ a }')).toBeGreaterThan(2000);
});

it('the last used documents stay, within 48 MB', () => {
  const texts = Array.from({ length: 100 }, (_, index) => `{ ${'a '.repeat(1000)} b${index} }`);
  const cache = filled(...texts);
  expect(cache.calculatedSize).toBeLessThanOrEqual(48_000_000);
  expect(cache.size).toBeGreaterThan(20);
  expect(cache.has(texts.at(-1) ?? '')).toBe(true);
  expect(cache.has(texts[0] ?? '')).toBe(false);
});

it('a document that takes more than a quarter of it is parsed each time', () => {
  const text = `{ a } ${'#\n'.repeat(30_000)}`;
  expect(filled(text).has(text)).toBe(false);
});

it.each([
  ['escapes', `"${'\\n'.repeat(30_000)}"`],
  ['lines of other letters', `"""${'  щщщщщщщ\n'.repeat(6000)}"""`],
])('texts of many %s take what they count as', (_, text) => {
  const texts = Array.from({ length: 120 }, (__, index) => `{ a${index}(b: ${text}) }`);
  const before = heapBytes();
  const documents = filled(...texts);
  expect(heapBytes() - before).toBeLessThan(documents.calculatedSize + 5_000_000);
  expect(documents.size).toBe(120);
});
