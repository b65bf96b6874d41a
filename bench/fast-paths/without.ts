/**
 * `node --import …/without.ts src/main.ts` with `WITHOUT` (a JSON list of Change): the gateway reads those sources otherwise. So a fast
 * path can be measured without a setting for it in the product.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Change } from './fast-paths.ts';

const changes = JSON.parse(process.env.WITHOUT ?? '[]') as readonly Change[];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const ofFile = changes.filter(({ file }) => url === pathToFileURL(file).href);
    if (ofFile.length === 0) return loaded;
    let source = String(loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source);
    for (const { file, text, becomes } of ofFile) {
      if (!source.includes(text)) throw new Error(`${file} does not say "${text}" any more.`);
      source = source.replace(text, () => becomes);
    }
    return { ...loaded, source };
  },
});
