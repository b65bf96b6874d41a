import { parse } from '@babel/parser';

export type SyntaxNode = Readonly<Record<string, unknown>>;

/** All nodes of a syntax tree, or of any other JSON value. */
export function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as SyntaxNode;
  for (const member of Object.values(value)) yield* nodesOf(member);
}

/** The nodes of a TypeScript source. */
export function syntaxOf(text: string): SyntaxNode[] {
  const { program } = parse(text, {
    sourceType: 'module',
    plugins: ['typescript'],
    createImportExpressions: true,
    attachComment: false,
  });
  return [...nodesOf(program)];
}
