import { once } from 'node:events';
import { readConfig } from '../config.ts';
import { generateDemoStore } from '../demo/demo-store.ts';
import { minNumberedProducts } from '../demo/numbered-products.ts';
import { toPictureFiles } from '../demo/pictures/picture-files.ts';
import { excerpt } from '../domain/errors.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { runCommand } from './run-command.ts';

const command = {
  name: 'npm run -s demo',
  description: 'Prints the demo store as NDJSON records, for `npm run import`.',
  options: {
    products: {
      type: 'string',
      value: '<n>',
      description: 'one catalog of that many numbered products instead, 100 at least',
    },
  },
} as const;

await runCommand(command, async ({ values }) => {
  const { products } = values;
  if (products !== undefined && !(/^\d{1,9}$/.test(products) && Number(products) >= minNumberedProducts)) {
    throw new Error(
      `--products takes a whole number of at least ${minNumberedProducts}, but got '${excerpt(products)}'.`,
    );
  }
  const store = generateDemoStore(products === undefined ? {} : { products: Number(products) });
  // A reader that has enough (head, a full disk after tee) closes the pipe: that is the end, and no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  let lines: string[] = [];
  for (const record of recordsOf(store)) {
    lines.push(`${formatExactJson(record)}\n`);
    if (lines.length < 200) continue;
    if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain');
    lines = [];
  }
  process.stdout.write(lines.join(''));
});

function* recordsOf(store: ReturnType<typeof generateDemoStore>): Generator<object> {
  for (const { catalog, nodes } of store.catalogs) {
    yield catalog;
    yield* nodes;
  }
  yield* [...store.rules, ...store.offerings, ...store.plans, ...store.customApis, ...store.customFields];
  // Where a gateway with the same environment serves them.
  if (store.files.length > 0) yield* toPictureFiles(readConfig(process.env).baseUrl);
  yield* store.applicationKeys;
  for (const { products } of store.catalogs) yield* products();
}
