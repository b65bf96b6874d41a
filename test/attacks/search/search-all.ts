/** The search on each engine and store that was chosen, and its table. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttackedStore } from '../attacked-store.ts';
import type { Options } from '../options.ts';
import { prepareStores } from '../prepare-stores.ts';
import { type Measure, measures, type Tried } from './archive.ts';
import { describeCandidate } from './candidate.ts';
import { readCorpus, writeCorpus } from './corpus.ts';
import { type Found, search } from './search.ts';

const shown = 10;

/** Returns whether nothing was found beyond what is promised. `seconds` are an engine's, for all stores together. */
export async function searchAll(options: Options, seconds: number): Promise<boolean> {
  const folder = options.out ?? mkdtempSync(join(tmpdir(), 'gateway-search-'));
  mkdirSync(folder, { recursive: true });
  const stores = await prepareStores(options.keep);
  let isClean = true;
  try {
    for (const engine of options.engines) {
      for (const name of options.stores) {
        const store = await stores.get(engine, name);
        const onProgress = (text: string) => void process.stderr.write(`${name} on ${engine}: ${text}\n`);
        const file = join(folder, `${name}-${engine}.json`);
        const share = { seconds: seconds / options.stores.length, seed: options.seed, corpus: readCorpus(file) };
        const { archive, ...corpus } = await search({ store, ...share, onProgress });
        writeCorpus(file, corpus);
        const found = { archive, ...corpus };
        process.stdout.write(report({ store, found, folder }));
        isClean &&= found.beyond.length === 0 && found.bugs.length === 0;
      }
    }
  } finally {
    await stores.close();
  }
  process.stdout.write(`\nThe documents are in ${folder}.\n`);
  return isClean;
}

interface Report {
  readonly store: AttackedStore;
  readonly found: Found;
  readonly folder: string;
}

function report({ store, found, folder }: Report): string {
  const title = `${store.name}-${store.engine}`;
  const row = (measure: Measure) => (tried: Tried, index: number) => {
    const file = `${title}-${measure.replaceAll(' ', '-')}-${index + 1}.txt`;
    const { candidate, taken } = tried;
    writeFileSync(join(folder, file), `${JSON.stringify(taken)}\n${describeCandidate(candidate)}`);
    const cells = [
      measure,
      Math.round(measures[measure](taken) * 100) / 100,
      Math.round(taken.blockMs),
      Math.round(taken.grownBytes / 1e6),
      taken.cost ?? '–',
      taken.summary,
      `\`${excerpt(describeCandidate(candidate))}\``,
      file,
    ];
    return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`;
  };
  const rows = (Object.keys(measures) as Measure[]).flatMap((measure) => worstOf(found, measure).map(row(measure)));
  for (const [index, { candidate, taken }] of [...found.beyond, ...found.bugs].entries())
    writeFileSync(
      join(folder, `${title}-beyond-${index + 1}.txt`),
      `${JSON.stringify(taken)}\n${describeCandidate(candidate)}`,
    );
  return (
    `\n${store.name} on ${store.engine}: ${found.tried} requests in ${Math.round(found.seconds)} s, ${found.beyond.length} beyond a bound, ${found.bugs.length} answered as a bug.\n\n` +
    `| by | share of the bound | block, ms | memory, MB more | declared cost | answer | request | file |\n|---|---|---|---|---|---|---|---|\n` +
    rows.join('')
  );
}

function worstOf({ archive }: Found, measure: Measure): readonly Tried[] {
  return archive.list(measure).slice(0, shown);
}

function excerpt(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('`', "'").slice(0, 160);
}
