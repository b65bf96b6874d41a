/** All that is wrong with an import, however much it is: every fault is counted, the first ones are told one by one, and all in groups. */
import type { Place } from '../domain/release/staging.ts';
import type { ImportFault } from './import-faults.ts';

export interface FaultLog {
  add(fault: ImportFault): void;
  /** Of all. */
  readonly count: number;
  /** The first thousand, in the order in which they were found. */
  readonly faults: readonly ImportFault[];
  /** The most frequent ones first. */
  groups(): FaultGroup[];
}

/** Faults that say the same of the same member, whatever the records, keys and values are. */
export interface FaultGroup {
  readonly type: string | null;
  /** Keys and positions that differ are `*`. */
  readonly path: string;
  /** Values that differ are `…`. */
  readonly message: string;
  readonly count: number;
  readonly first: Place;
}

const maxFaults = 1000;
/** What is of yet another kind is counted in one group beside them. */
const maxGroups = 100;

export function createFaultLog(): FaultLog {
  const faults: ImportFault[] = [];
  const groups = new Map<string, { -readonly [Name in keyof FaultGroup]: FaultGroup[Name] }>();
  let count = 0;
  return {
    add(fault) {
      count += 1;
      if (faults.length < maxFaults) faults.push(fault);
      const own = kindOf(fault);
      const kind = groups.size < maxGroups || groups.has(keyOf(own)) ? own : others;
      const group = groups.get(keyOf(kind));
      if (group) group.count += 1;
      else groups.set(keyOf(kind), { ...kind, count: 1, first: fault.place });
    },
    get count() {
      return count;
    },
    faults,
    groups: () => [...groups.values()].sort((a, b) => b.count - a.count),
  };
}

type Kind = Pick<FaultGroup, 'type' | 'path' | 'message'>;

const others: Kind = { type: null, path: '', message: 'Faults of other kinds.' };

/** Maps of the contract: the names of their members are data. */
const maps = new Set([
  'price',
  'tiers',
  'components',
  'custom_inputs',
  'extensions',
  'locales',
  'currencies',
  'original_price',
]);

function kindOf({ type, path, message }: ImportFault): Kind {
  const segments = path.split('.');
  const general = segments.map((name, index) =>
    /^\d+$/.test(name) || maps.has(segments[index - 1] ?? '') ? '*' : name,
  );
  return { type, path: general.slice(0, 8).join('.'), message: generalise(message) };
}

/** Without values: what stands in quotes, and numbers. */
function generalise(message: string): string {
  return message
    .slice(0, 500)
    .replace(/'[^']*'/g, '…')
    .replace(/\d+(?:\.\d+)?/g, '…');
}

function keyOf({ type, path, message }: Kind): string {
  return JSON.stringify([type, path, message]);
}
