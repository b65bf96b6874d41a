/**
 * How large the program of a regular expression becomes, before it is compiled: repetitions multiply what they repeat, so that a
 * thousand characters make a program of half a million instructions, a second and 200 MB.
 */

/** A class of Unicode (`\pL`) is one instruction, and takes as long to build as a hundred of them. */
const unicodeClassSize = 100;

interface Group {
  /** Its ends, where it captures. */
  readonly ends: number;
  /** Of everything before the last item, which a repetition may still multiply. */
  size: number;
  last: number;
}

/** At least the instructions that RE2 makes of the pattern, and few more; of a pattern that it does not take, any number. */
export function programSizeOf(pattern: string): number {
  let group: Group = { ends: 0, size: 0, last: 0 };
  const outer: Group[] = [];
  let unicodeClasses = 0;
  let rest = pattern;

  function add(size: number): void {
    group = { ...group, size: group.size + group.last, last: size };
  }

  while (rest !== '') {
    const [token = '', ...parts] = tokenOf(rest);
    rest = rest.slice(token.length);
    unicodeClasses += token.startsWith('\\Q') ? 0 : countUnicodeClasses(token);
    if (token.startsWith('\\Q')) for (const _ of token.slice(2).replace(/\\E$/, '')) add(1);
    else if (token === '|') add(2);
    else if (token === ')') {
      const inner = group.ends + Math.max(group.size + group.last, 1);
      group = outer.pop() ?? group;
      add(inner);
    } else if (token.startsWith('(') && !token.endsWith(')')) {
      outer.push(group);
      group = { ends: token.startsWith('(?') && token.endsWith(':') ? 0 : 2, size: 0, last: 0 };
    } else if (parts.length > 0) group.last = repeated(group.last, parts);
    else if (/^[*+?]/.test(token)) group.last += 2;
    else if (!token.startsWith('(')) add(1);
  }
  const size = [...outer, group].reduce((sum, one) => sum + one.size + one.last, 0);
  // It ends with a match, or fails; what holds nothing is an instruction all the same.
  return Math.max(size, 1) + unicodeClasses * unicodeClassSize + 2;
}

/** `least`, `least,` or `least,most` times. What repeats nothing is an instruction all the same. */
function repeated(size: number, [leastText, comma, mostText]: readonly (string | undefined)[]): number {
  const [item, least] = [Math.min(Math.max(size, 1), tooMany), countOf(leastText)];
  if (comma === undefined) return Math.max(least * item, 1);
  if (!mostText) return Math.max(least, 1) * item + 2;
  return least * item + Math.max(countOf(mostText) - least, 0) * (item + 1) + 1;
}

/** Beyond what RE2 takes, of instructions and of repetitions: with any number of digits or groups nothing becomes infinite. */
const tooMany = 1e6;

function countOf(text: string | undefined): number {
  return Math.min(Number(text), tooMany);
}

/** The next part of a pattern; of a counted repetition its parts as well. */
function tokenOf(rest: string): readonly (string | undefined)[] {
  const first = rest[0];
  if (rest.startsWith('\\Q')) {
    const end = rest.indexOf('\\E', 2);
    return [end === -1 ? rest : rest.slice(0, end + 2)];
  }
  if (first === '\\') return /^\\(?:[pPx]\{[^}]*\}|[pP]?.?)/su.exec(rest) ?? [first];
  if (first === '[') return [classOf(rest)];
  if (first === '(') return [/^\((?:\?P?<[^>]*>|\?[A-Za-z-]*[:)])?/.exec(rest)?.[0]];
  if (first === '{') return /^\{(\d+)(,(\d*))?\}\??/.exec(rest)?.slice() ?? [first];
  return [String.fromCodePoint(rest.codePointAt(0) ?? 0)];
}

/** `[…]`, where a `]` that comes first is no end. */
function classOf(rest: string): string {
  let end = rest[1] === '^' ? 2 : 1;
  if (rest[end] === ']') end += 1;
  while (end < rest.length && rest[end] !== ']') {
    const named = rest.startsWith('[:', end) ? rest.indexOf(':]', end) : -1;
    if (named !== -1) end = named + 2;
    else end += rest[end] === '\\' ? 2 : 1;
  }
  return rest.slice(0, end + 1);
}

function countUnicodeClasses(token: string): number {
  return token.match(/\\[pP]/g)?.length ?? 0;
}
