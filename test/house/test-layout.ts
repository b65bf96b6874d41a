/**
 * Where tests stand: `test/a/b.test.ts` is about `src/a/b.ts`, and so is `test/a/b.aspect.test.ts` where one file of tests would
 * be too long. What crosses rooms has a folder that says what it crosses (src/README.md lists them).
 */
import { type House, roomOf } from './house.ts';

/** What these hold needs no source of the same name. */
const crossing: readonly string[] = [
  'attacks',
  'ci',
  'clients',
  'contract',
  'docs',
  'durability',
  'faces',
  'house',
  'house.test.ts',
  'program',
  'support',
];

export function findMisplacedTests({ files, tests }: House): string[] {
  const sources = new Set(files.map(({ path }) => path));
  const folders = new Set(files.flatMap(({ path }) => ancestorsOf(path)));
  return tests
    .filter((path) => !crossing.includes(roomOf(path)))
    .flatMap((path) => {
      if (/\.test\.ts$/.test(path)) return sources.has(sourceOf(path)) ? [] : [`test/${path} is about no file of src/`];
      return folders.has(folderOf(path)) ? [] : [`test/${path} lies beside no test of src/`];
    });
}

/** `a/b.aspect.test.ts` → `a/b.ts` */
const sourceOf = (test: string) => test.replace(/(\.[^./]+)?\.test\.ts$/, '.ts');

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

const ancestorsOf = (path: string) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
