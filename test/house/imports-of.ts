/** What a source imports, in whatever way: a wall has no use for a check that sees only one kind of door. */
import type { SyntaxNode } from '../support/syntax.ts';

/** Null: only running would tell. */
export type Specifier = string | null;

export function importsOf(nodes: readonly SyntaxNode[]): Specifier[] {
  return nodes.flatMap((node) => {
    const source = readers[String(node.type)]?.(node);
    return source ? [literalOf(source)] : [];
  });
}

/** By type of node, the expression that names what is imported; nothing where such a node imports nothing. */
const readers: Readonly<Record<string, (node: SyntaxNode) => unknown>> = {
  ImportDeclaration: ({ source }) => source,
  ExportNamedDeclaration: ({ source }) => source,
  ExportAllDeclaration: ({ source }) => source,
  ImportExpression: ({ source }) => source,
  TSImportType: ({ argument }) => argument,
  TSExternalModuleReference: ({ expression }) => expression,
  // `require(…)`, and what leads to a file: `import.meta.resolve(…)`, `new URL(…, import.meta.url)`.
  CallExpression: ({ callee, arguments: given }) =>
    isNamed(callee, 'require') || isOfMeta(callee, 'resolve') ? (given as unknown[])[0] : null,
  NewExpression: ({ arguments: given }) => (isOfMeta((given as unknown[])[1], 'url') ? (given as unknown[])[0] : null),
};

function isNamed(value: unknown, name: string): boolean {
  const node = value as SyntaxNode | undefined;
  return node?.type === 'Identifier' && node.name === name;
}

/** `import.meta.<name>` */
function isOfMeta(value: unknown, name: string): boolean {
  const node = value as SyntaxNode | undefined;
  return (node?.object as SyntaxNode | undefined)?.type === 'MetaProperty' && isNamed(node?.property, name);
}

function literalOf(expression: unknown): Specifier {
  const { type, value, quasis, expressions } = expression as SyntaxNode;
  if (type === 'StringLiteral') return String(value);
  if (type !== 'TemplateLiteral' || (expressions as unknown[]).length > 0) return null;
  return (quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? null;
}
