/** `toMatchObject` compares the members that an object has of its own, and a regular expression has none: it matches whatever stands there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type SyntaxNode, syntaxOf } from '../support/syntax.ts';

/** Patterns in what objects are to match, beside those that a matcher takes (`expect.stringMatching`). */
function unreadPatterns(text: string): string[] {
  return syntaxOf(text)
    .filter(
      ({ type, callee }) => type === 'CallExpression' && nameOf((callee as SyntaxNode).property) === 'toMatchObject',
    )
    .flatMap(({ arguments: given }) => patternsIn(given));
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, pattern } = value as SyntaxNode;
  if (type === 'CallExpression') return [];
  return type === 'RegExpLiteral' ? [String(pattern)] : Object.values(value).flatMap(patternsIn);
}

function nameOf(node: unknown): unknown {
  return (node as SyntaxNode | undefined)?.name;
}

it('no test has a pattern match a text where it matches any', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  // The others have no pattern as a member, and to parse them all would take seconds.
  const matching = texts.filter(([, text]) => text.includes('toMatchObject') && /[:[,] ?\/[^/*]/.test(text));
  expect(matching.length).toBeGreaterThan(10);
  expect(matching.flatMap(([file, text]) => unreadPatterns(text).map((pattern) => `${file}: /${pattern}/`))).toEqual(
    [],
  );
});

it('the check sees one, and none that a matcher takes', () => {
  expect(unreadPatterns('expect(a).toMatchObject([{ b: /c/ }])')).toEqual(['c']);
  expect(unreadPatterns('await expect(a).rejects.toMatchObject({ b: expect.stringMatching(/c/) })')).toEqual([]);
});
