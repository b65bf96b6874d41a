import { parseArgs } from 'node:util';
import { type ContestantName, contestants } from '../servers/contestants.ts';
import { loads, type ReadLoad } from './loads.ts';

export type LoadName = ReadLoad | 'e' | 'f' | 'g';

/**
 * `switch` makes one of two releases that show the same current, in turns; `change` one of two with other prices, so that each page differs;
 * `import` imports the whole store again.
 */
export type Publishing = 'switch' | 'change' | 'import';

export interface BenchOptions {
  readonly servers: readonly ContestantName[];
  readonly loads: readonly LoadName[];
  readonly connections: readonly number[];
  readonly rounds: number;
  /** Of one measurement. */
  readonly ms: number;
  /** How long each gateway writes before the first round of writes. */
  readonly writeWarmUpMs: number;
  readonly parents: number;
  /** How long the mix takes, and how often a release is made current in it. */
  readonly mixMs: number;
  readonly publishEveryMs: number;
  readonly publish: Publishing;
}

const serverNames = Object.keys(contestants) as ContestantName[];
const loadNames: readonly LoadName[] = [...(Object.keys(loads) as ReadLoad[]), 'e', 'f', 'g'];

const usage = `npm run bench -- [options]

  --servers <list>      of ${serverNames.join(', ')} (all)
  --loads <list>        of ${loadNames.join(', ')} (all)
  --connections <list>  1,16,128 unless said
  --rounds <n>          5 unless said; figures are medians of the rounds
  --ms <n>              2000 unless said: how long one measurement takes
  --parents <n>         1000 unless said, each with 100 children
  --publish <how>       switch (unless said): one of two equal releases is made current; change: one of two with other
                        prices, so that each page is another one; import: the store is imported again, which has to take less than
                        the twenty seconds between two publications: --parents 100
  --quick               one short round on a small store: whether everything works, not how fast it is
`;

const quick = { mixMs: 6000, publishEveryMs: 3000, writeWarmUpMs: 500 } as const;
const thorough = { mixMs: 120_000, publishEveryMs: 20_000, writeWarmUpMs: 10_000 } as const;

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      servers: { type: 'string', default: serverNames.join(',') },
      loads: { type: 'string', default: loadNames.join(',') },
      connections: { type: 'string' },
      rounds: { type: 'string' },
      ms: { type: 'string' },
      parents: { type: 'string' },
      publish: { type: 'string', default: 'switch' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const unset = values.quick
    ? { connections: '16', rounds: '1', ms: '500', parents: '60' }
    : { connections: '1,16,128', rounds: '5', ms: '2000', parents: '1000' };
  return {
    servers: known(values.servers, serverNames),
    loads: known(values.loads, loadNames),
    connections: (values.connections ?? unset.connections).split(',').map(whole),
    rounds: whole(values.rounds ?? unset.rounds),
    ms: whole(values.ms ?? unset.ms),
    parents: whole(values.parents ?? unset.parents),
    ...(values.quick ? quick : thorough),
    publish: known(values.publish, ['switch', 'change', 'import'] as const)[0] ?? 'switch',
  };
}

function known<Name extends string>(list: string, names: readonly Name[]): Name[] {
  return list.split(',').map((item) => {
    const name = names.find((one) => one === item);
    if (!name) throw new Error(`'${item}' is none of ${names.join(', ')}.\n\n${usage}`);
    return name;
  });
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`'${text}' is no whole number above 0.\n\n${usage}`);
  return Number(text);
}
