/** A checkout as the rules of the house see it: its sources with what they import, and its tests by name. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { syntaxOf } from '../support/syntax.ts';
import { type Line, linesOf } from './find-duplicates.ts';
import { type FunctionLength, functionsOf, neverCastsOf } from './functions-of.ts';
import { importsOf, type Specifier } from './imports-of.ts';

export interface House {
  readonly files: readonly SourceFile[];
  /** Paths of files under `test/`. */
  readonly tests: readonly string[];
}

export interface SourceFile {
  /** Under `src/`, as everything here. */
  readonly path: string;
  /** The first folder, or the file itself where it lies beside them. */
  readonly room: string;
  readonly lineCount: number;
  readonly lines: readonly Line[];
  /** What it imports of ours; begins with `..` outside of `src/`. */
  readonly sources: readonly string[];
  /** What it imports of others: `zod`, `node:fs`. */
  readonly libraries: readonly string[];
  /** Imports whose target only running would tell. */
  readonly unreadable: number;
  readonly functions: readonly FunctionLength[];
  /** Where a type is silenced by `as never`. */
  readonly neverCasts: number;
}

export const roomOf = (path: string) => path.split('/')[0] ?? '';

export function readHouse(root: string): House {
  const paths = filesBelow(join(root, 'src'));
  return {
    files: paths.map((path) => toSourceFile(path, readFileSync(join(root, 'src', path), 'utf8'))),
    tests: filesBelow(join(root, 'test')),
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** The house is read once a rule and once a sabotage: the same text is parsed once. */
const parsed = new Map<string, Parsed>();

interface Parsed {
  readonly specifiers: readonly Specifier[];
  readonly functions: readonly FunctionLength[];
  readonly neverCasts: number;
  readonly lines: readonly Line[];
}

/** `text` is empty for what is no TypeScript. */
function parse(text: string): Parsed {
  const nodes = syntaxOf(text);
  return {
    specifiers: importsOf(nodes),
    functions: functionsOf(nodes),
    neverCasts: neverCastsOf(nodes),
    lines: linesOf(text),
  };
}

function toSourceFile(path: string, text: string): SourceFile {
  const known = parsed.get(text) ?? parse(path.endsWith('.ts') ? text : '');
  parsed.set(text, known);
  const { specifiers, functions, neverCasts, lines } = known;
  const readable = specifiers.filter((specifier) => specifier !== null);
  return {
    path,
    room: roomOf(path),
    lineCount: text.split('\n').length,
    lines,
    sources: readable.filter(isRelative).map((specifier) => posix.join(posix.dirname(path), specifier)),
    libraries: readable.filter((specifier) => !isRelative(specifier)).map(toLibrary),
    unreadable: specifiers.length - readable.length,
    functions,
    neverCasts,
  };
}

const isRelative = (specifier: string) => /^\.\.?(\/|$)/.test(specifier);

/** `graphql/execution` is `graphql`, `node:fs/promises` and `fs` are `node:fs`. A path or URL is a library that no room has. */
function toLibrary(specifier: string): string {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return isBuiltin(name) && !name.startsWith('node:') ? `node:${name}` : name;
}
