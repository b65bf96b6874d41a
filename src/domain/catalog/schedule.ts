import type { Fault } from '../input/text.ts';
import type { Schedule } from './catalog.ts';

/** Null: it ends after it begins, or has no end, or no beginning. */
export function scheduleFault({ validFrom, validTo }: Schedule): Fault | null {
  if (validFrom === null || validTo === null || Date.parse(validFrom) <= Date.parse(validTo)) return null;
  return { rule: 'range', problem: `must not be before the schedule begins at ${validFrom}, but is ${validTo}` };
}
