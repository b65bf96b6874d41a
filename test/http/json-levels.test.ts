import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { countJsonLevels } from '../../src/http/json-levels.ts';
import { readJsonBytes } from '../../src/http/request-body.ts';

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

it('the levels of any JSON text are those of what it holds, however it is spaced', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, space) => {
      expect(countJsonLevels(Buffer.from(JSON.stringify(value, null, space)))).toBe(levelsOf(value));
    }),
  );
});

it.each([
  ['brackets within a text', '{"a":"[[[[{{{{"}', 1],
  ['quotes within a text', String.raw`["\"[[[[", "\\", [1]]`, 2],
  ['characters of several bytes', '["€𝒳[[", {}]', 2],
  ['a text without an end', '["[[[[', 1],
  ['closings without openings, at the first of which parsing ends', ']]]][[', 0],
  ['nothing', '', 0],
])('%s', (_title, text, levels) => {
  expect(countJsonLevels(Buffer.from(text))).toBe(levels);
});

it('a body of more levels than allowed is refused before it is parsed, with their number and the limit', async () => {
  const read = (levels: number) =>
    readJsonBytes(
      {
        headers: new Headers({ 'content-type': 'application/json' }),
        readBody: async () => Buffer.from('['.repeat(levels) + ']'.repeat(levels)),
      },
      { bodyBytes: 1_000_000, bodyLevels: 100 },
    );
  expect((await read(100)).length).toBe(200);
  await expect(read(101)).rejects.toEqual(
    new HttpProblem(400, 'The body has 101 levels of arrays and objects, but at most 100 are allowed (bodyLevels).'),
  );
});
