/** What is compiled, and how much of it is kept: by expanded fields and by bytes, not by what a document looks like. */
import { type ExecutionResult, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  createCompiledQueries,
  createExecute,
  maxBytes,
  maxFields,
} from '../../../src/graphql/execution/compiled-queries.ts';
import { countExpandedFields } from '../../../src/graphql/execution/count-expanded-fields.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const aliases = (count: number, prefix = 'a') => `{ ${times(count, (index) => `${prefix}${index}: __typename`)} }`;
/** Each fragment selects the next one twice. */
const doubling = (levels: number) =>
  `{ __schema { types { ...F0 } } } ${times(levels, (index) => `fragment F${index} on __Type { a: ofType { ...F${index + 1} } b: ofType { ...F${index + 1} } }`)} fragment F${levels} on __Type { name }`;

function countOf(text: string): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('There is no operation.');
  return countExpandedFields(schema, document, operation);
}

describe('expanded fields', () => {
  it.each([
    ['each field counts', '{ a: __typename limits { cost tokens } }', 4],
    ['fragments count at each place', '{ ...F ...F } fragment F on Query { limits { cost } }', 4],
    [
      'what is selected of an interface counts for each of its types',
      '{ node(id: "x") { id } }',
      1 + schema.getPossibleTypes(schema.getType('Node') as never).length,
    ],
    ['fragments multiply', doubling(3), 2 + 2 + 4 + 8 + 8],
    ['2^300 are a number, too', doubling(300), 2 ** 301 + 2 ** 300],
  ])('%s', (_title, text, count) => {
    expect(countOf(text)).toBe(count);
  });
});

describe('compiled queries', () => {
  function open() {
    const compiled = createCompiledQueries();
    const execute = createExecute({ schema, compileAfter: 1 }, compiled);
    const run = async (text: string, uses: number): Promise<ExecutionResult | undefined> => {
      const document = parse(text);
      let result: ExecutionResult | undefined;
      for (let use = 0; use < uses; use += 1) result = await execute({ schema, document }, () => {});
      return result;
    };
    return { compiled, execute, run };
  }

  it.each([
    ['150 fields', aliases(150), 1],
    [`more than ${maxFields} fields in few tokens, by fragments that double`, doubling(8), 0],
    ['directives', '{ __typename @include(if: true) }', 0],
  ])('a query of %s', async (_title, text, count) => {
    const { compiled, run } = open();
    expect((await run(text, 4))?.errors).toBeUndefined();
    expect(compiled.size).toBe(count);
  });

  it('is compiled once, however many requests come with it at once', async () => {
    const { compiled, execute } = open();
    const document = parse(aliases(10));
    const before = compiled.size;
    await Promise.all(Array.from({ length: 20 }, () => execute({ schema, document }, () => {})));
    expect([before, compiled.size]).toEqual([0, 1]);
  });

  it('stay within their bytes together, the last used ones', async () => {
    const { compiled, run } = open();
    for (let number = 0; number < 60; number += 1) await run(aliases(150, `a${number}x`), 3);
    expect(compiled.calculatedSize).toBeLessThanOrEqual(maxBytes);
    expect(compiled.calculatedSize).toBeGreaterThan(maxBytes / 2);
    expect(compiled.size).toBeLessThan(60);
  });
});
