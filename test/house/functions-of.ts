import type { SyntaxNode } from '../support/syntax.ts';

export interface FunctionLength {
  readonly line: number;
  readonly lineCount: number;
}

const kinds: readonly unknown[] = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
];

interface Location {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number };
}

/** Of every function, in whatever way it is written, with those that stand in it. */
export function functionsOf(nodes: readonly SyntaxNode[]): FunctionLength[] {
  return nodes
    .filter(({ type }) => kinds.includes(type))
    .map(({ loc }) => {
      const { start, end } = loc as Location;
      return { line: start.line, lineCount: end.line - start.line + 1 };
    });
}

export function neverCastsOf(nodes: readonly SyntaxNode[]): number {
  return nodes.filter(
    ({ type, typeAnnotation }) =>
      type === 'TSAsExpression' && (typeAnnotation as SyntaxNode | undefined)?.type === 'TSNeverKeyword',
  ).length;
}
