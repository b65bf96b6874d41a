/**
 * Every regular expression of ours takes time that grows with the length of the text and not faster, whatever the text. It is
 * proved (recheck's automaton), not tried: a proof is bounded by the size of its automaton, and not by the clock, which would leave
 * patterns unproved on a busy machine. Patterns of users run on RE2 alone, so nothing is compiled at run time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toAddresses } from '../../src/rest/links.ts';
import { createOpenApiDocument } from '../../src/rest/openapi.ts';
import { routes } from '../../src/rest/routes.ts';
import { nodesOf, syntaxOf } from '../support/syntax.ts';

// The build in JavaScript: the same everywhere, and no program of somebody else is started.
vi.stubEnv('RECHECK_BACKEND', 'pure');
/** Of what is proved: whatever repeats more often, or has a larger automaton, is only tried, which is no proof. */
const bounds = { maxRepeatCount: 500, maxNFASize: 35_000 } as const;
/** For vitest. */
const noTimeout = 0;

interface Found {
  readonly source: string;
  readonly flags: string;
  readonly where: string;
}

function literalsOf(file: string, text: string): Found[] {
  return syntaxOf(text)
    .filter(({ type }) => type === 'RegExpLiteral')
    .map(({ pattern, flags }) => ({ source: String(pattern), flags: String(flags), where: file }));
}

/** Whether it names the class `RegExp`, which only compiling needs; the type of that name is none. */
function isCompiling(text: string): boolean {
  const nodes = syntaxOf(text);
  const types = new Set(nodes.filter(({ type }) => type === 'TSTypeReference').map(({ typeName }) => typeName));
  return nodes.some((node) => node.type === 'Identifier' && node.name === 'RegExp' && !types.has(node));
}

function publishedPatterns(): Found[] {
  const document = createOpenApiDocument(routes, toAddresses('http://127.0.0.1'));
  return [...nodesOf(document)]
    .filter(({ pattern }) => typeof pattern === 'string')
    .map(({ pattern }) => ({ source: String(pattern), flags: 'u', where: 'the OpenAPI document' }));
}

/** Of zod. Its bounded repeats are more than a proof can unfold, and shorter ones have the same shape. */
const borrowed: Found[] = [
  { source: z.regexes.html5Email.source.replaceAll('{0,61}', '{0,3}'), flags: '', where: 'z.regexes.html5Email' },
];

/** Null: proved to be linear. */
function faultOf({ source, flags, where }: Found): string | null {
  const result = checkSync(source, flags, { checker: 'auto', timeout: null, ...bounds });
  if (result.status === 'safe' && result.checker === 'automaton') return null;
  return `/${source}/${flags} in ${where}: ${result.status === 'vulnerable' ? result.complexity.summary : 'not proved'}`;
}

const root = join(import.meta.dirname, '..', '..', 'src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const found = [...files.flatMap(({ file, text }) => literalsOf(file, text)), ...publishedPatterns(), ...borrowed];
const distinct = [...new Map(found.map((one) => [`/${one.source}/${one.flags}`, one]))];

describe('regular expressions', () => {
  it('are found', () => {
    expect(distinct.length).toBeGreaterThan(60);
  });

  it.each(distinct)('%s is linear', (_, one) => expect(faultOf(one)).toBeNull(), noTimeout);

  it('are written down, never put together', () => {
    expect(files.filter(({ text }) => isCompiling(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each([/^(a+)+$/, /\s+$/, /a*b/, /^(\w|\d)*$/])('refuses %s', ({ source, flags }) => {
    expect(faultOf({ source, flags, where: 'here' })).toMatch(/in here: (exponential|2nd degree polynomial)$/);
  });

  it('sees a literal and a compiled one, wherever it stands', () => {
    expect(literalsOf('a.ts', 'const f = (x: string) => x.replace(/b+/g, [/c/u.test(x)]);')).toMatchObject([
      { source: 'b+', flags: 'g' },
      { source: 'c', flags: 'u' },
    ]);
    expect(isCompiling('const r = new RegExp(x);')).toBe(true);
    expect(isCompiling('const R = globalThis.RegExp;')).toBe(true);
    expect(isCompiling('const r: RegExp = /a/;')).toBe(false);
  });
});
