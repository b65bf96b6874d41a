/** `npm run -s demo [-- --products N]`: the demo store, or one of N numbered products, as NDJSON records for `npm run import`. */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { generateDemoStore } from '../demo/demo-store.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { orExplain } from './or-explain.ts';

await orExplain(async () => {
  const { values } = parseArgs({ options: { products: { type: 'string' } } });
  if (values.products !== undefined && !/^\d{1,9}$/.test(values.products)) {
    throw new Error(`--products takes a whole number, but got '${values.products}'.`);
  }
  const store = generateDemoStore(values.products === undefined ? {} : { products: Number(values.products) });
  // A reader that has enough (head, a full disk behind tee) closes the pipe: that is the end, and no failure.
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
    for (const node of nodes) yield { ...node, meta: { ...node.meta, catalog_id: catalog.id } };
  }
  yield* [...store.rules, ...store.offerings, ...store.plans, ...store.customApis, ...store.customFields];
  yield* store.applicationKeys;
  for (const { products } of store.catalogs) yield* products();
}
