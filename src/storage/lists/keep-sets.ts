/** Sets of a release's products that are computed again and again: those that an option, a stretch of prices or a search leaves. */
import type { Charges } from '../../domain/work-budget.ts';
import { type Bitmaps, bytesOf } from '../index/bitmaps.ts';
import { type KeepOptions, keepCharged } from './keep-charged.ts';

/** They are others' as well: what combines them uses up a copy. */
type Sets = readonly Bitmaps[];

export function keepSets<Computed extends Sets>(
  options: KeepOptions,
  compute: (budget: Charges) => Promise<Computed>,
): Promise<Computed> {
  return keepCharged(options, compute, (sets) => sets.reduce((sum, set) => sum + bytesOf(set), 0));
}
