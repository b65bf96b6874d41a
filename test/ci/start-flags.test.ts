/** However the gateway is started, Node.js has the flags that `npm start` gives it: what was measured holds for the image, too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { argumentsOfScript } from '../support/program.ts';

const root = join(import.meta.dirname, '..', '..');
const flags = argumentsOfScript('start').filter((argument) => argument.startsWith('--'));

it.each<[file: string, pattern: RegExp]>([
  ['Dockerfile', /^ *node (.*) dist\/main\.js/gm],
  ['Dockerfile', /^CMD \["node", "(.*)", "dist\/main\.js"\]$/gm],
  ['ops/check-metrics.sh', /^ *node (.*) src\/main\.ts/gm],
  ['bench/package.json', /"units": "node (.*) work-units\.ts"/g],
])('%s has them', (file, pattern) => {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, given = '']) =>
    given.split(/", "| /),
  );
  expect(found).toEqual([flags]);
});
