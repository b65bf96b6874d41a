import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { programSizeOf } from '../../../src/domain/custom-field/program-size.ts';

const compiled = (pattern: string) => RE2JS.compile(pattern).programSize();

describe('the size of a program', () => {
  it.each([
    'a',
    'abc',
    'a{1000}',
    '(?:a{3}){5}',
    '[a-z]{1000}',
    '[]a]{3}',
    '[^]a]{3}',
    '[[:alpha:]]{3}[\\]a]{2}',
    '\\Q(a{1000}\\E{3}',
    '\\x{1000}',
    'a{x}',
    '😀{5}',
  ])('is exact for %s', (pattern) => {
    expect(programSizeOf(pattern)).toBe(compiled(pattern));
  });

  it('counts a class of Unicode for a hundred instructions, once', () => {
    expect(programSizeOf('[\\pL\\P{Greek}]{10}')).toBe(compiled('[\\pL\\P{Greek}]{10}') + 200);
  });

  it('is never less than what is compiled, and not much more', () => {
    const atom = fc.constantFrom(
      'a',
      '.',
      '\\d',
      '\\b',
      '^',
      '[a-z]',
      '[^]]',
      '\\x{61}',
      '😀',
      '\\Qa|(\\E',
      '\\.',
      '(?i)',
      '()',
    );
    const repetition = fc.constantFrom('', '', '*', '+?', '?', '{2}', '{0}', '{2,}', '{0,3}', '{1,4}?', '{3,5}');
    const { pattern } = fc.letrec<{ pattern: string; item: string; group: string }>((tie) => ({
      pattern: fc
        .array(fc.oneof(tie('item'), fc.constant('|')), { minLength: 1, maxLength: 4 })
        .map((all) => all.join('')),
      item: fc
        .tuple(fc.oneof({ depthSize: 'small', withCrossShrink: true }, atom, tie('group')), repetition)
        .map(([one, times]) => (one === '(?i)' ? one : `${one}${times}`)),
      group: fc
        .tuple(fc.constantFrom('(', '(?:', '(?P<name>', '(?s:'), tie('pattern'))
        .map(([opening, inner]) => `${opening}${inner})`),
    }));
    fc.assert(
      fc.property(pattern, (text) => {
        let size: number;
        try {
          size = compiled(text);
        } catch {
          // No pattern: two groups of one name, or one repetition of another.
          return;
        }
        expect(programSizeOf(text), text).toBeGreaterThanOrEqual(size);
        expect(programSizeOf(text), text).toBeLessThanOrEqual(5 * size + 10 * text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['(', ')', '[', '\\', '\\Q', '{', '(?', 'a{2}{3}', '(?P<', '\\p{', ''])(
    'is some number for %j',
    (pattern) => {
      expect(programSizeOf(pattern)).toBeGreaterThanOrEqual(2);
    },
  );

  it.each(['a{9*}', 'a{9*,}', 'a{9*,9*}', '(a{9*}){9*}'])(
    'is a number for %j where its counts have hundreds of digits',
    (pattern) => {
      expect(programSizeOf(pattern.replaceAll('9*', '9'.repeat(400)))).toBeGreaterThanOrEqual(1e6);
    },
  );

  it.each(['{0}', '{0,5}', ''])(
    'is a number where a hundred groups are repeated a thousand times each, and %j',
    (last) => {
      const groups = `${'('.repeat(110)}a${'){1000}'.repeat(110)}`;
      expect(Number.isFinite(programSizeOf(`(${groups})${last}`))).toBe(true);
    },
  );
});
