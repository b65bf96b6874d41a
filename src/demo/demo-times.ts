/** When things in the demo store happened: some day between the beginning of 2024 and the middle of 2025. */
import { draw } from './demo-id.ts';

const dayMs = 86_400_000;
const foundedMs = Date.UTC(2024, 0, 8, 9);
const revisedMs = Date.UTC(2025, 0, 6, 9);

/** The creation and the last change of a thing; the same name has the same times, so two things can be made to tie. */
export function timesOf(name: string): { created_at: string; updated_at: string } {
  return {
    created_at: iso(foundedMs + draw(`created/${name}`, 300 * dayMs)),
    updated_at: iso(revisedMs + draw(`updated/${name}`, 180 * dayMs)),
  };
}

/** As `timesOf`, but in a given order: the first was created on the first day, and so on. */
export function timesInOrder(position: number): { created_at: string; updated_at: string } {
  return { created_at: iso(foundedMs + position * dayMs), updated_at: iso(revisedMs + position * dayMs) };
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
