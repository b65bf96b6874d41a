/** When things in the demo store happened: some day between the beginning of 2024 and the middle of 2025. */
import { draw } from './demo-id.ts';

const DAY_MS = 86_400_000;
const FOUNDED_MS = Date.UTC(2024, 0, 8, 9);
const REVISED_MS = Date.UTC(2025, 0, 6, 9);

/** The creation and the last change of a thing; the same name has the same times, so two things can be made to tie. */
export function timesOf(name: string): { created_at: string; updated_at: string } {
  return {
    created_at: iso(FOUNDED_MS + draw(`created/${name}`, 300 * DAY_MS)),
    updated_at: iso(REVISED_MS + draw(`updated/${name}`, 180 * DAY_MS)),
  };
}

/** As `timesOf`, but in a given order: the first was created on the first day, and so on. */
export function timesInOrder(position: number): { created_at: string; updated_at: string } {
  return { created_at: iso(FOUNDED_MS + position * DAY_MS), updated_at: iso(REVISED_MS + position * DAY_MS) };
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
