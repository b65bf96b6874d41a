import { parseArgs } from 'node:util';
import { type EngineName, engineNames, type StoreName, storeNames } from './attacked-store.ts';

export const usage = `npm run test:attacks -- [options]

Starts the gateway as \`npm start\` does, at default settings, sends it everything that once stalled or killed it, and measures
meanwhile what /health/live takes and how much memory the process takes. Fails beyond the bounds.

  --engine sqlite|postgres|all    (default: all)
  --store demo|large|wide|all     the demo store, 100,000 products with 10,000 children of one, or few that hold very much each
                                  (default: all)
  --only <text>                   attacks whose name holds the text, or whose row is the number (0: that have none); several
                                  are separated by commas
  --keep <folder>                 keep the generated databases there, and use those that are there
  --search <seconds>              search for the worst request instead
  --seed <n>                      of the search: the same seed tries the same requests (default: 1)
  --out <folder>                  of the search: where the worst requests are written, from which the next one with the same
                                  folder goes on (default: a temporary folder)
  --help                          this text
`;

export interface Options {
  readonly engines: readonly EngineName[];
  readonly stores: readonly StoreName[];
  readonly only: string | null;
  readonly keep: string | null;
  readonly searchSeconds: number | null;
  readonly seed: number;
  readonly out: string | null;
  readonly isHelp: boolean;
}

/** @throws Error with the usage for what it does not understand */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: 'all' },
      store: { type: 'string', default: 'all' },
      only: { type: 'string' },
      keep: { type: 'string' },
      search: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    engines: choose('engine', values.engine, engineNames),
    stores: choose('store', values.store, storeNames),
    only: values.only ?? null,
    keep: values.keep ?? null,
    searchSeconds: values.search === undefined ? null : wholeNumber('search', values.search),
    seed: wholeNumber('seed', values.seed),
    out: values.out ?? null,
    isHelp: values.help,
  };
}

function choose<Name extends string>(option: string, value: string, names: readonly Name[]): readonly Name[] {
  const chosen = value === 'all' ? names : names.filter((name) => name === value);
  if (chosen.length > 0) return chosen;
  throw new Error(`--${option} takes ${names.join(', ')} or all, but got '${value}'.\n\n${usage}`);
}

function wholeNumber(option: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new Error(`--${option} takes a whole number, but got '${value}'.\n\n${usage}`);
}
