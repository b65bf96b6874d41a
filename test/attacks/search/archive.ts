/** The requests that took most, by several measures and in several kinds, so that the search does not end in one corner. */
import { bounds } from '../judge.ts';
import type { Candidate } from './candidate.ts';
import type { Taken } from './measure-candidate.ts';
import type { Random } from './random.ts';

export interface Tried {
  readonly candidate: Candidate;
  readonly taken: Taken;
}

export interface Archive {
  /** Whether it was among the worst of its measure and kind. */
  add(tried: Tried): boolean;
  /** One of the worst. @throws Error while there is none */
  pick(random: Random): Tried;
  isEmpty(): boolean;
  list(measure: Measure): readonly Tried[];
  /** Each of them once. */
  all(): readonly Tried[];
}

export type Measure = keyof typeof measures;

/** The limit of the cost, of which a request that declares nothing, or next to nothing, is taken to have a fiftieth. */
const costLimit = 200_000;
const leastCost = costLimit / 50;

/** A share of a bound; and what that is for the share of the limit that the request declares. */
export const measures = {
  block: ({ blockMs }: Taken) => blockMs / bounds.blockMs,
  memory: ({ grownBytes }: Taken) => grownBytes / bounds.grownBytes,
  'block per cost': (taken: Taken) => taken.blockMs / bounds.blockMs / shareOfCost(taken),
  'memory per cost': (taken: Taken) => taken.grownBytes / bounds.grownBytes / shareOfCost(taken),
} as const;

function shareOfCost({ cost }: Taken): number {
  return Math.min(1, Math.max(leastCost, cost ?? leastCost) / costLimit);
}

const names = Object.keys(measures) as Measure[];
/** Of each measure. */
const size = 30;
/** Of one kind, so that others have room. */
const sizeOfKind = 3;

export function createArchive(known: readonly Tried[] = []): Archive {
  const worst = new Map<Measure, Tried[]>(names.map((name) => [name, []]));

  function addTo(name: Measure, tried: Tried): boolean {
    const measure = (one: Tried) => measures[name](one.taken);
    const list = worst.get(name) ?? [];
    const alike = list.filter((one) => kindOf(one) === kindOf(tried));
    const sorted = [...alike, tried].sort((a, b) => measure(b) - measure(a)).slice(0, sizeOfKind);
    const others = list.filter((one) => !alike.includes(one));
    const all = [...others, ...sorted].sort((a, b) => measure(b) - measure(a)).slice(0, size);
    worst.set(name, all);
    return all.includes(tried);
  }

  const add = (tried: Tried) => names.map((name) => addTo(name, tried)).includes(true);
  for (const tried of known) add(tried);
  return {
    add,
    pick(random) {
      const list = worst.get(random.pick(names)) ?? [];
      // The worse, the more often.
      return random.pick(list.slice(0, 1 + random.below(list.length)));
    },
    isEmpty: () => [...worst.values()].every((list) => list.length === 0),
    list: (name) => worst.get(name) ?? [],
    all: () => [...new Set([...worst.values()].flat())],
  };
}

/** Answer and roots: what reads the same and is answered alike is one kind. */
function kindOf({ candidate, taken }: Tried): string {
  const answer = taken.summary.replace(/×\d+/g, '');
  if (candidate.kind === 'rest')
    return `${candidate.method} ${candidate.path.replace(/[0-9a-f-]{36}|[\w=%-]{20,}/g, ':')} ${answer}`;
  const [operation] = candidate.document.definitions;
  const selections = operation && 'selectionSet' in operation ? (operation.selectionSet?.selections ?? []) : [];
  const roots = selections.map((node) => (node.kind === 'Field' ? node.name.value : node.kind));
  return `${[...new Set(roots)].sort().join(' ')} ${answer}`;
}
