/**
 * Statements by name, which a server parses and plans once for each connection: over ten of them, `createSubscription` is answered 1.1 to
 * 1.2 times as often (`bench/notebook/writes.md`).
 */

/** Each takes memory in each of the server's connections: some kilobytes. */
const maxNames = 100;
/** Of bulk loads, which make any number of texts: one of 450 rows takes 0.45 MB there. */
const longestNamed = 5000;

/** The name of a statement's text; null: it gets none. */
export type NameOfStatement = (text: string) => string | null;

export function createStatementNames(): NameOfStatement {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= maxNames || text.length > longestNamed || !returnsNothing(text)) return null;
    const name = `statement_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** What returns rows fails once it is prepared, when a later version migrates the database beside this one and its columns change. */
function returnsNothing(text: string): boolean {
  return /^(insert|update|delete) /.test(text) && !text.includes(' returning ');
}
