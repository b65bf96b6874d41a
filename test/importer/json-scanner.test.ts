import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonScanner, type ScannedPiece } from '../../src/importer/json-scanner.ts';

const limit = { maxRecordBytes: 1000 };

/** The records alone, without what pages say beside their data. */
function scan(text: string, chunkSizes: readonly number[] = []): unknown[] {
  return scanPieces(text, chunkSizes).flatMap(({ kind, value }) =>
    kind === 'value' || kind === 'element' ? [value] : [],
  );
}

function scanPieces(text: string, chunkSizes: readonly number[] = []) {
  const bytes = Buffer.from(text);
  const scanner = createJsonScanner({ maxRecordBytes: 2 ** 20 });
  const found: ScannedPiece[] = [];
  let at = 0;
  for (const size of [...chunkSizes, bytes.length]) {
    found.push(...scanner.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return [...found, ...scanner.end()].map(({ kind, bytes }) => ({ kind, value: JSON.parse(bytes.toString()) }));
}

const spaces = fc.constantFrom('', ' ', '\n', '\r\n\t');
const chunkSizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 500 });
const values = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 5 });
/** Without a `data` list of their own: such an object is a page. */
const members = fc.dictionary(
  fc.string().filter((name) => name !== 'data'),
  fc.jsonValue({ maxDepth: 3 }),
);

describe('records are found whatever the chunks are:', () => {
  it('the elements of a list', () => {
    fc.assert(
      fc.property(values, spaces, chunkSizes, (list, space, sizes) => {
        const text = `${space}[${space}${list.map((value) => JSON.stringify(value)).join(`${space},${space}`)}${space}]${space}`;
        expect(scan(text, sizes)).toEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("the elements of a page's data, wherever it stands among the page's members", () => {
    fc.assert(
      fc.property(members, values, members, fc.boolean(), chunkSizes, (before, data, after, isPretty, sizes) => {
        const page = Object.fromEntries([...Object.entries(before), ['data', data], ...Object.entries(after)]);
        const text = JSON.stringify(page, null, isPretty ? 2 : 0);
        expect(scan(text, sizes)).toEqual(JSON.parse(text).data);
        const beside = scanPieces(text, sizes).filter(({ kind }) => kind === 'pageStart' || kind === 'pageEnd');
        expect(beside.map(({ kind }) => kind)).toEqual(['pageStart', 'pageEnd']);
        const merged = Object.assign(Object.create(null), ...beside.map(({ value }) => value));
        expect({ ...merged, data: null }).toEqual({
          ...Object.assign(Object.create(null), JSON.parse(text)),
          data: null,
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('top-level values, one after the other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(members, fc.string()), { maxLength: 4 }),
        spaces,
        chunkSizes,
        (list, space, sizes) => {
          const text = list.map((value) => JSON.stringify(value)).join(`\n${space}`);
          expect(scan(text, sizes)).toEqual(list.map((value) => JSON.parse(JSON.stringify(value))));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['pages one after the other', '{"data":[1,2],"links":{"data":[9]}}\n{"data":[]}{"data":[3]}', [1, 2, 3]],
    ['a single resource', '{"data":{"id":"a"},"links":{}}', [{ data: { id: 'a' }, links: {} }]],
    ['a list under data further down', '{"meta":{"data":[1]}}', [{ meta: { data: [1] } }]],
    ['lists and values', '[1] {"a":1} [2,3] true', [1, { a: 1 }, 2, 3, true]],
    ['a value called data', '{"x":"data","y":[1]}', [{ x: 'data', y: [1] }]],
    ['nothing', ' \n', []],
  ])('%s', (_, text, expected) => {
    expect(scan(text)).toEqual(expected);
    expect(scan(text, Array(100).fill(1))).toEqual(expected);
  });
});

describe('what can not be cut into records is refused:', () => {
  it.each([
    ['the end is missing', '[{"a":1}', /ends in the middle/],
    ['the end of a page is missing', '{"data":[{"a":1}]', /ends in the middle/],
    ['the end of a string is missing', '["a', /ends in the middle/],
    ['a comma is missing', '[{}{}]', /but got '{'/],
    ['a comma too many', '[{},]', /but got ']'/],
    ['two commas', '[1,,2]', /but got ','/],
    ['a stray bracket', '[1]]', /but got ']'/],
    ['a record is too large', `[{"a":"${'x'.repeat(1000)}"}]`, /larger than/],
    ['an endless value', `"${'x'.repeat(2000)}`, /larger than/],
  ])('%s', (_, text, message) => {
    const run = () => {
      const scanner = createJsonScanner(limit);
      scanner.push(Buffer.from(text));
      scanner.end();
    };
    expect(run).toThrow(message);
  });

  it('after what was found before that place', () => {
    const scanner = createJsonScanner(limit);
    expect(scanner.push(Buffer.from('[{"a":1},{"a":2}{"a":3}]')).map(({ bytes }) => bytes.toString())).toEqual([
      '{"a":1}',
      '{"a":2}',
    ]);
    expect(() => scanner.push(Buffer.from('\n'))).toThrow(/but got '{'/);
    expect(() => scanner.end()).toThrow(/but got '{'/);
  });
});
