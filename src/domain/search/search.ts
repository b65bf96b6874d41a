/** What shoppers type to find products. */
import { countCodePoints } from '../input/constraint.ts';
import { characterFault } from '../input/text.ts';
import type { Violation } from '../input/violations.ts';
import { wordsOf } from './words.ts';

export const searchConstraint = { minLength: 1, maxLength: 200 } as const;
export const maxSearchWords = 10;

/** The words that a product must have, each once and sorted: equal searches are equal. None: nothing is found. */
export type SearchWords = readonly string[];

/** Those of a text without faults. */
export function toSearchWords(search: string): SearchWords {
  return [...new Set(wordsOf(search))].sort();
}

export function searchFaults(search: string): Violation[] {
  const argument = { path: ['search'], subject: 'argument' } as const;
  const { minLength, maxLength } = searchConstraint;
  if (search.length < minLength) {
    return [{ ...argument, rule: 'minLength', problem: 'must not be empty: leave it out to list without a search' }];
  }
  if (countCodePoints(search, maxLength) > maxLength) {
    return [{ ...argument, rule: 'maxLength', problem: `must have at most ${maxLength} characters` }];
  }
  const fault = characterFault(search);
  if (fault) return [{ ...argument, ...fault }];
  const { length } = toSearchWords(search);
  if (length <= maxSearchWords) return [];
  return [{ ...argument, rule: 'maxItems', problem: `must have at most ${maxSearchWords} words, but has ${length}` }];
}
