import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadKeptModule } from '../../src/bundle/kept-module.ts';

interface Exports {
  readonly greet: (name: string) => string;
  readonly readSelf: () => string;
  readonly requireBeside: () => { readonly answer: number };
}

const text = `'use strict';
exports.greet = (name) => 'Good day, ' + name;
exports.readSelf = () => require('node:path').basename(__filename) + ' in ' + __dirname;
exports.requireBeside = () => require('./beside.mjs');
`;

let home: string;
let kept: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'kept-module-'));
  kept = mkdtempSync(join(tmpdir(), 'kept-code-'));
  file = join(home, 'module.cjs');
  writeFileSync(file, text);
  writeFileSync(join(home, 'beside.mjs'), 'export const answer = 42;');
});
afterEach(() => {
  for (const folder of [home, kept]) rmSync(folder, { recursive: true });
});

/** As a start does: another one has loaded nothing yet. */
function load(folder: string | undefined) {
  const require = createRequire(import.meta.url);
  delete require.cache[file];
  const keep = loadKeptModule(file, folder);
  return { exports: require(file) as Exports, keep };
}
const run = () => load(kept);
const keptFile = () => join(kept, readdirSync(kept)[0] ?? 'none');

/** A start that calls a function, as long as it matters: code of functions that ran is kept with them. */
function start(): void {
  const { exports, keep } = run();
  expect(exports.greet('Ada')).toBe('Good day, Ada');
  keep();
}

/** Nothing is written where what was found was taken. */
function wasTaken(): boolean {
  const { exports, keep } = run();
  expect(exports.greet('Ada')).toBe('Good day, Ada');
  const before = readdirSync(kept);
  for (const name of before) rmSync(join(kept, name));
  keep();
  return before.length === 1 && readdirSync(kept).length === 0;
}

it('is a CommonJS module, where its file is', () => {
  const { exports } = run();
  expect(exports.readSelf()).toBe(`module.cjs in ${home}`);
  expect(exports.requireBeside().answer).toBe(42);
});

it('keeps code for the next start, with the functions that ran', () => {
  const { keep } = run();
  keep();
  const { length } = readFileSync(keptFile());
  rmSync(keptFile());
  start();
  expect(readFileSync(keptFile()).length).toBeGreaterThan(length);
  expect(wasTaken()).toBe(true);
});

it('keeps code of each version of a module by itself', () => {
  start();
  writeFileSync(file, text.replace('Good day', 'Bad days'));
  const { exports, keep } = run();
  keep();
  expect([exports.greet('Ada'), readdirSync(kept).length]).toEqual(['Bad days, Ada', 2]);
});

it.each<[string, (code: Buffer) => Buffer]>([
  ['a changed byte', (code) => code.fill(code.readUInt8(200) ^ 1, 200, 201)],
  ['a changed checksum', (code) => code.fill(code.at(-1) === 0 ? 1 : 0, code.length - 1)],
  ['a part', (code) => code.subarray(0, code.length / 2)],
  ['nothing', () => Buffer.alloc(0)],
  ['less than a checksum', () => Buffer.alloc(3)],
])('compiles again where %s is what was kept, and keeps that', (_, damage) => {
  start();
  writeFileSync(keptFile(), damage(readFileSync(keptFile())));
  start();
  expect(wasTaken()).toBe(true);
});

// Only root can give a file away.
it.runIf(process.getuid?.() === 0)('takes nothing of another user', () => {
  start();
  chownSync(keptFile(), 12345, 12345);
  expect(wasTaken()).toBe(false);
});

it('keeps nothing without a folder, and fails at none that is not there', () => {
  for (const folder of [undefined, join(kept, 'none')]) {
    const { exports, keep } = load(folder);
    keep();
    expect(exports.greet('Ada')).toBe('Good day, Ada');
  }
  expect(readdirSync(kept)).toEqual([]);
});
