/**
 * Requests by face, operation, code and status. Counted here, and handed to the library when somebody looks: with four labels its own
 * counting takes a good part of the time that a cached response takes.
 */
import type { Series } from './series.ts';

export interface CountedRequest {
  readonly face: string;
  /** Registered; null: any other. */
  readonly operation: string | null;
  readonly code: string;
  readonly status: number;
}

/**
 * So many series have names of operations: further operations count as `other`. Those of refusals are counted by themselves: strangers, who
 * are refused in any way they like, leave the names to those who are answered.
 */
export const maxNamed = { answered: 30, refused: 10 };

/** What operations count as that have no name, or found no room. */
export const otherOperation = 'other';

export function kindOf(code: string): keyof typeof maxNamed {
  return code === 'OK' ? 'answered' : 'refused';
}

export interface RequestCounter {
  count(request: CountedRequest): void;
  /** Adds what was counted since the last time to the series. */
  handOver(): void;
}

interface Tally {
  readonly labels: Record<string, string>;
  count: number;
}

export function createRequestCounter({ requests }: Pick<Series, 'requests'>): RequestCounter {
  const tallies = new Map<string, Tally>();
  const named = { answered: 0, refused: 0 };

  function tallyOf({ face, operation, code, status }: CountedRequest): Tally {
    const key = `${face} ${status} ${code} ${operation ?? ''}`;
    const known = tallies.get(key);
    if (known) return known;
    if (operation !== null) {
      const kind = kindOf(code);
      if (named[kind] === maxNamed[kind]) return tallyOf({ face, operation: null, code, status });
      named[kind] += 1;
    }
    const labels = { face, operation: operation ?? otherOperation, code, status: String(status) };
    const tally = { labels, count: 0 };
    tallies.set(key, tally);
    return tally;
  }

  return {
    count(request) {
      tallyOf(request).count += 1;
    },
    handOver() {
      for (const tally of tallies.values()) {
        requests.inc(tally.labels, tally.count);
        tally.count = 0;
      }
    },
  };
}
