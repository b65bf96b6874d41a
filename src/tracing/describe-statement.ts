export interface DescribedStatement {
  /** As `SELECT`. */
  readonly operation: string;
  /** The first that it names; null: it names none. */
  readonly table: string | null;
  /** As `SELECT release_product`. */
  readonly summary: string;
  /** Without any literal: even our own say nothing that the rest does not. */
  readonly text: string;
}

export function describeStatement(sql: string): DescribedStatement {
  const text = withoutLiterals(sql).replaceAll(/\s+/g, ' ').trim();
  const words = text.split(' ');
  const operation = /^\w+/.exec(words[0] ?? '')?.[0].toUpperCase() ?? '_OTHER';
  const table = tableIn(words);
  return { operation, table, summary: table === null ? operation : `${operation} ${table}`, text };
}

/** A quote within a text is written twice: the text falls into two, and these into one again. */
function withoutLiterals(sql: string): string {
  const withoutTexts = sql.replaceAll(/'[^']*'/g, '?').replaceAll(/\?{2,}/g, '?');
  return withoutTexts.replaceAll(/[\w$".]+/g, (word) => (/^\d/.test(word) ? '?' : word));
}

const beforeTable: ReadonlySet<string> = new Set(['from', 'into', 'update', 'join', 'table']);

/** A function may stand in the place of a table: it has its arguments after it. */
function tableIn(words: readonly string[]): string | null {
  const named = words.flatMap((word, at) => {
    if (!beforeTable.has(word.toLowerCase())) return [];
    return /^"?([a-z_]\w*)"?(?:[,;)]|$)/i.exec(words[at + 1] ?? '')?.[1] ?? [];
  });
  return named[0] ?? null;
}
