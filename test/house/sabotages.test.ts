/** Whatever hole somebody makes in a wall is found, and nothing else is blamed for it: each in a copy of the tree. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHouse } from './house.ts';
import { rules } from './rules.ts';

const root = join(import.meta.dirname, '..', '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'gateway-house-'));
  for (const folder of ['src', 'test']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true }));

/** What the rules say while these texts stand at the end of these files, or in new ones. */
function faultsWith(changes: Readonly<Record<string, string>>): string[] {
  const undo = Object.entries(changes).map(([file, text]) => addTo(join(copy, file), text));
  try {
    const house = readHouse(copy);
    return Object.values(rules).flatMap((faultsOf) => faultsOf(house));
  } finally {
    for (const restore of undo) restore();
  }
}

/** Answers how to undo it. */
function addTo(path: string, text: string): () => void {
  if (existsSync(path)) {
    const before = readFileSync(path);
    appendFileSync(path, text);
    return () => writeFileSync(path, before);
  }
  const made = mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return () => rmSync(made ?? path, { recursive: true });
}

interface Sabotage {
  readonly title: string;
  /** What is added to which file; by default to a new one in the domain. */
  readonly file?: string;
  readonly text?: string;
  /** More than one file. */
  readonly files?: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

const inDomain = 'domain/hole.ts';

function check({ file = inDomain, text = '', files = { [`src/${file}`]: text }, faults }: Sabotage): void {
  expect(faultsWith(files).sort()).toEqual([...faults].sort());
}

it('the tree as it is has no faults', () => expect(faultsWith({})).toEqual([]));

describe('a hole between rooms', () => {
  const into = (file: string, target: string, found: string): Sabotage => ({
    title: `${file} → ${found}`,
    file,
    text: `import '${target}';`,
    faults: [`${file} imports ${found}`],
  });
  it.each([
    into('domain/hole.ts', '../storage/schema.ts', 'storage/schema.ts'),
    into('graphql/product/hole.ts', '../../storage/schema.ts', 'storage/schema.ts'),
    into('server/hole.ts', '../rest/routes.ts', 'rest/routes.ts'),
    into('importer/hole.ts', '../storage/open-stores.ts', 'storage/open-stores.ts'),
    into('config.ts', './graphql/schema/schema.ts', 'graphql/schema/schema.ts'),
    into('main.ts', './storage/schema.ts', 'storage/schema.ts'),
    into('app.ts', './importer/publish.ts', 'importer/publish.ts'),
    into('cli/hole.ts', '../../test/support/engines.ts', '../test/support/engines.ts'),
    into('cli/hole.ts', '../../bench/run.ts', '../bench/run.ts'),
  ])('$title', check);
});

describe('a way past the door', () => {
  it.each([
    ['environment-reader.ts', "import './storage/schema.ts';"],
    ['cli/hole.ts', "import '../storage/schema.ts';"],
    ['app.ts', "import type { Engine } from './storage/engines/engine.ts';"],
  ])('%s: %s', (file, text) => {
    const target = /storage.*ts/.exec(text)?.[0];
    check({ title: '', file, text, faults: [`${file} imports ${target} past the door`] });
  });
});

describe('a hole for a library', () => {
  const into = (file: string, library: string, found = library): Sabotage => ({
    title: `${library} in ${file}`,
    file,
    text: `import '${library}';`,
    faults: [`${file} uses ${found}`],
  });
  it.each([
    into('importer/hole.ts', 'kysely'),
    into('server/hole.ts', 'kysely'),
    into('graphql/hole.ts', 'kysely'),
    into('rest/hole.ts', 'kysely/migration', 'kysely'),
    into('domain/hole.ts', 'graphql'),
    into('domain/hole.ts', 'node:fs/promises', 'node:fs'),
    into('domain/hole.ts', 'fs', 'node:fs'),
    into('domain/hole.ts', '@hono/node-server/utils/response', '@hono/node-server'),
    into('storage/hole.ts', 'left-pad'),
    into('config.ts', 'pino'),
    into('app.ts', 'kysely'),
    into('main.ts', 'node:fs'),
    into('cli/hole.ts', '/etc/hole.ts', ''),
    into('cli/hole.ts', 'file:///etc/hole.ts', 'file:'),
    into('cli/hole.ts', 'commerce-graphql-gateway/src/app.ts', 'commerce-graphql-gateway'),
  ])('$title', check);
});

describe('a room without walls', () => {
  it.each<Sabotage>([
    { title: 'a folder', file: 'services/hole.ts', text: "import 'kysely';", faults: ['services/hole.ts uses kysely'] },
    { title: 'an empty-handed folder', file: 'services/hole.ts', faults: [] },
    { title: 'a file beside the rooms', file: 'hole.ts', faults: [] },
    { title: 'a file of another language', file: 'hole.js', faults: ['hole.js is no good name'] },
  ])('$title', ({ file = '', faults, ...sabotage }) => {
    check({ ...sabotage, file, faults: [`${file.split('/')[0]} is no room: give it its walls`, ...faults] });
  });
});

describe('a way to import', () => {
  const faults = [`${inDomain} imports storage/schema.ts`];
  it.each([
    'import "../storage/schema.ts";',
    "import '../storage/schema.ts';",
    "import {\n  type Schema,\n} from '../storage/schema.ts';",
    "import type { Schema } from '../storage/schema.ts';",
    "import * as schema from '../storage/schema.ts';",
    "import schema from '../storage/schema.ts' with { type: 'json' };",
    "export * from '../storage/schema.ts';",
    "export * as schema from '../storage/schema.ts';",
    "export { Schema } from '../storage/schema.ts';",
    "export type { Schema } from '../storage/schema.ts';",
    "export type Table = import('../storage/schema.ts').Schema;",
    "export const open = () => import('../storage/schema.ts');",
    'export const open = () => import(`../storage/schema.ts`);',
    "export const open = () => import(/* one */ '../storage/schema.ts' /* two */);",
    "export const schema = require('../storage/schema.ts');",
    "import schema = require('../storage/schema.ts');",
    "export const path = import.meta.resolve('../storage/schema.ts');",
    "export const path = new URL('../storage/schema.ts', import.meta.url);",
    "import '..//storage/./schema.ts';",
    "import '../domain/../storage/schema.ts';",
  ])('%s', (text) => check({ title: '', text, faults }));

  it.each([
    "import('../' + room + '/schema.ts');",
    'import(`../$' + '{room}/schema.ts`);',
    'import(name);',
    'require(name);',
  ])('that nobody can follow: %s', (text) =>
    check({ title: '', text, faults: [`${inDomain} imports what only running tells`] }),
  );

  it.each(['../storage/schema', '../storage', './hole.js'])('that does not name its file: %s', (target) => {
    const faults = faultsWith({ [`src/${inDomain}`]: `import '${target}';` });
    expect(faults).toContainEqual(expect.stringMatching(/^domain\/hole\.ts imports .* by half a name$/));
  });

  it.each([
    "// import 'kysely';",
    "/** import('kysely') */",
    "export const text = `import 'kysely'`;",
    'const x = 1;\nexport { x };',
  ])('that is none: %s', (text) => check({ title: '', text, faults: [] }));
});

describe('a circle', () => {
  it.each<Sabotage>([
    {
      title: 'of two files, at run time',
      files: { 'src/storage/a.ts': "import './b.ts';", 'src/storage/b.ts': "import './a.ts';" },
      faults: ['storage/a.ts → storage/b.ts → storage/a.ts'],
    },
    {
      title: 'of three files, of types',
      files: {
        'src/domain/a.ts': "import type { B } from './b.ts';",
        'src/domain/b.ts': "import type { C } from './product/c.ts';",
        'src/domain/product/c.ts': "export type A = import('../a.ts').A;",
      },
      faults: ['domain/a.ts → domain/b.ts → domain/product/c.ts → domain/a.ts'],
    },
    {
      title: 'of one file',
      files: { 'src/domain/a.ts': "export * from './a.ts';" },
      faults: ['domain/a.ts → domain/a.ts'],
    },
  ])('$title', check);
});

describe('a file', () => {
  it.each([
    'index.ts',
    'utils.ts',
    'helper.ts',
    'priceRange.ts',
    'price_range.ts',
    'Price.ts',
    'price.mts',
    'price.json',
  ])('with the name %s', (name) =>
    check({ title: '', file: `domain/${name}`, faults: [`domain/${name} is no good name`] }),
  );

  it('that goes on and on', () => {
    check({ title: '', text: '\n'.repeat(400), faults: [`${inDomain} has 401 lines`] });
  });
});

describe('a function', () => {
  const lines = (count: number) => '\n'.repeat(count - 1);
  it.each([
    ['declared', `export function hole() {${lines(51)}}`],
    ['an arrow', `export const hole = () => {${lines(51)}};`],
    ['a method', `export const hole = { fall() {${lines(51)}} };`],
    ['of a class', `export class Hole { fall() {${lines(51)}} }`],
  ])('that is no screen: %s', (_, text) => {
    // A class is on one line with what stands in it: its method alone is counted.
    check({ title: '', text, faults: [`${inDomain}:1 is a function of 51 lines`] });
  });

  it('of fifty lines is one', () => {
    check({ title: '', text: `export function hole() {${lines(50)}}`, faults: [] });
  });

  it('beside one that may be long is not', () => {
    const file = 'importer/json-scanner.ts';
    const faults = faultsWith({ [`src/${file}`]: `export function hole() {${lines(60)}}` });
    expect(faults).toEqual([expect.stringMatching(/^importer\/json-scanner\.ts:\d+ is a function of 60 lines$/)]);
  });
});

it('what stands elsewhere already', () => {
  const lines = Array.from({ length: 6 }, (_, index) => `fall(${index});`);
  const text = [...lines, '', ...lines.map((line) => `  ${line}`)].join('\n');
  check({ title: '', text, faults: [`${inDomain}:1 says what stands at ${inDomain}:8`] });
});

it('a type that is silenced', () => {
  const faults = [`${inDomain} says "as never"`];
  check({ title: '', text: 'export const hole: string = 1 as never; // as never', faults });
});

describe('a test', () => {
  it.each([
    ['test/graphql/sort-key.test.ts', 'is about no file of src/'],
    ['test/domain/sort-key.test.ts', 'is about no file of src/'],
    ['test/domain/paging/sort-key-again.test.ts', 'is about no file of src/'],
    ['test/hole.test.ts', 'is about no file of src/'],
    ['test/services/hole.test.ts', 'is about no file of src/'],
    ['test/domain/holes/rows.ts', 'lies beside no test of src/'],
    ['test/services/rows.ts', 'lies beside no test of src/'],
  ])('in the wrong place: %s', (file, fault) => {
    expect(faultsWith({ [file]: '' })).toEqual([`${file} ${fault}`]);
  });

  it.each([
    'test/domain/paging/sort-key.far-future.test.ts',
    'test/domain/paging/sort-key-rows.ts',
    'test/faces/holes.test.ts',
    'test/support/holes.ts',
  ])('in its place: %s', (file) => {
    expect(faultsWith({ [file]: '' })).toEqual([]);
  });
});
