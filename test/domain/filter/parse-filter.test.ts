import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Condition, type FilterAttribute, filterMatrix } from '../../../src/domain/filter/filter.ts';
import { formatFilter, parseFilter } from '../../../src/domain/filter/parse-filter.ts';
import { errorOf } from '../../support/violations-of.ts';

describe('a filter text', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['  ', []],
    ['eq(name,Storm Shell)', ['name eq Storm Shell']],
    [' eq ( name , Storm Shell ) : in(id, a , b ) ', ['name eq Storm Shell', 'id in a|b']],
    ['in(sku, "a b" , \'c\' )', ['sku in a b|c']],
    ['eq(manufacturer_part_num,1)', ['mpn eq 1']],
    ['eq(mpn,1)', ['mpn eq 1']],
    ['eq(mpn,\u00a0x\u00a0 )', ['mpn eq \u00a0x\u00a0']],
    ['in(tags,rain)', ['tags in rain']],
    ['eq(sku,"a,b:c)d(e")', ['sku eq a,b:c)d(e']],
    [`eq(sku,'it\\'s "so"')`, [`sku eq it's "so"`]],
    ['eq(sku,"\\\\")', ['sku eq \\']],
    ['eq(sku,\\)', ['sku eq \\']],
    ['eq(sku,%_)', ['sku eq %_']],
    ['eq(name,x OR 1=1--)', ['name eq x OR 1=1--']],
    ['in(product_types,child,parent)', ['product_types in child|parent']],
    [Array(10).fill('eq(sku,a)').join(':'), Array(10).fill('sku eq a')],
  ])('%j is read', (text, expected) => {
    expect(
      parseFilter(text).map(({ attribute, operator, values }) => `${attribute} ${operator} ${values.join('|')}`),
    ).toEqual(expected);
  });

  const attributes = 'id, name, sku, slug, mpn, upc_ean, product_types, tags';

  it.each([
    ['eq', 3, "'(', but found the end"],
    ['eq name,x)', 4, "'(', but found 'name,x)'"],
    ['eq(name', 8, "',' and a value, but found the end"],
    ['eq(name,)', 9, "a value, but found ')'"],
    ['eq(,x)', 4, `an attribute (${attributes}), but found ',x)'`],
    ['in()', 4, `an attribute (${attributes}), but found ')'`],
    ['in(id)', 6, "',' and a value, but found ')'"],
    ['eq(foo,x)', 4, `an attribute (${attributes}), but found 'foo,x)'`],
    [
      'eq(id,x)',
      4,
      "an attribute that takes 'eq' (name, sku, slug, mpn, upc_ean, product_types, tags), but found 'id,x)'",
    ],
    ['like(name,x)', 1, "an operator (eq, in), but found 'like(name,x)'"],
    ['EQ(name,x)', 1, "an operator (eq, in), but found 'EQ(name,x)'"],
    ['eq(name,a,b)', 10, "')': eq takes one value, in takes several, but found ',b)'"],
    ['eq(name,a)x', 11, "':' and another condition, or the end, but found 'x'"],
    ['eq(name,a):', 12, 'another condition, but found the end'],
    ['eq(name,a)eq(name,b)', 11, "':' and another condition, or the end, but found 'eq(name,b)'"],
    ['in(id,1);DROP TABLE x--', 9, "':' and another condition, or the end, but found ';DROP TABLE x--'"],
    ["eq(name,x' OR '1'='1)", 10, "',' or ')': a value that holds ' is written in quotes, but found '' OR '1'='1)'"],
    ['eq(name,"a)', 9, 'a closing " for the value that begins here, but found \'"a)\''],
    ['eq(name,"a\\', 9, 'a closing " for the value that begins here, but found \'"a\\\''],
    ['((((', 1, "an operator (eq, in), but found '(((('"],
    [Array(11).fill('eq(sku,a)').join(':'), 101, "at most 10 conditions, but found 'eq(sku,a)'"],
    ['eq(name,😀😀)x', 12, "':' and another condition, or the end, but found 'x'"],
    [`eq(name,x)${'a'.repeat(19)}😀`, 11, `':' and another condition, or the end, but found '${'a'.repeat(19)}'`],
    ['eq(__proto__,x)', 4, `an attribute (${attributes}), but found '__proto__,x)'`],
  ])('%j is refused at character %d', async (text, position, message) => {
    const error = await errorOf(() => parseFilter(text));
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.message).toBe(`The parameter 'filter' is faulty at character ${position}: expected ${message}.`);
  });

  it.each([
    ['eq(name,"")', 'minLength'],
    ['eq(name,a\0b)', 'characters'],
    ['eq(name,"\ud800")', 'characters'],
  ])('%j holds a value that nothing has', async (text, rule) => {
    const error = await errorOf(() => parseFilter(text));
    expect(error.violations).toMatchObject([{ path: ['filter'], subject: 'parameter', rule }]);
  });

  it.each([['('.repeat(1_000_000)], [`in(id${','.repeat(1_000_000)})`], [`eq(name,"${'\\'.repeat(1_000_000)}`]])(
    'of a megabyte is refused without trouble',
    async (text) => {
      expect((await errorOf(() => parseFilter(text))).code).toBe('VALIDATION_FAILED');
    },
  );

  it('of many values is read', () => {
    const values = Array.from({ length: 30_000 }, (_, index) => `value-${index}`);
    expect(parseFilter(`in(id,${values.join(',')})`)).toEqual([{ attribute: 'id', operator: 'in', values }]);
  });

  it('that was formatted is read back', () => {
    const conditions = fc.constantFrom(...(Object.keys(filterMatrix) as FilterAttribute[])).chain((attribute) =>
      fc.constantFrom(...filterMatrix[attribute]).chain((operator) =>
        fc
          .array(
            fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !value.includes('\0')),
            { minLength: 1, maxLength: operator === 'eq' ? 1 : 4 },
          )
          .map((values): Condition => ({ attribute, operator, values })),
      ),
    );
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 10 }), (asked) => {
        expect(parseFilter(formatFilter(asked))).toEqual(asked);
      }),
      { numRuns: 500 },
    );
  });
});
