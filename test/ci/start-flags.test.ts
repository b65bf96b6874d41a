/** However the gateway is started, Node.js has the flags that `npm start` gives it: what was measured holds for the image, too. What is bundled needs none for sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { argumentsOfScript } from '../support/program.ts';

const root = join(import.meta.dirname, '..', '..');
const ofSources = argumentsOfScript('start').filter((argument) => argument.startsWith('--'));
const ofBundle = ofSources.filter((flag) => !flag.startsWith('--wasm-'));

it.each<[file: string, pattern: RegExp, flags: readonly string[]]>([
  ['Dockerfile', /^ *node (.*) dist\/main\.js/gm, ofBundle],
  ['Dockerfile', /^CMD \["node", "(.*)", "dist\/main\.js"\]$/gm, ofBundle],
  ['ops/check-metrics.sh', /^ *node (.*) src\/main\.ts/gm, ofSources],
  ['bench/package.json', /"units": "node (.*) work-units\.ts"/g, ofSources],
])('%s has them', (file, pattern, flags) => {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, given = '']) =>
    given.split(/", "| /),
  );
  expect(found).toEqual([flags]);
});
