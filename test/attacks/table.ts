/** Verdicts as a table in Markdown. */
import { bounds, type Verdict } from './judge.ts';

export const tableHead = `| # | attack | store | block, ms | at work, ms | memory, MB more | answer | verdict |\n|---|---|---|---|---|---|---|---|\n`;

export function formatRow({ attack, store, measured, answered, runs, faults }: Verdict): string {
  const cells = [
    attack.row ?? '',
    attack.name,
    `${store.name}, ${store.engine}`,
    measured ? Math.round(measured.blockMs) : '–',
    measured ? Math.round(measured.workMs) : '–',
    measured ? formatMegabytes(measured.grownBytes) : '–',
    answered,
    `${faults.length === 0 ? 'ok' : `FAILS: ${faults.join('; ')}`}${runs > 1 ? ` (${runs} runs)` : ''}`,
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
}

export const boundsInWords =
  `A row fails when /health/live takes more than ${bounds.blockMs} ms while the main thread is at work for that long (on a busy machine ` +
  'it also waits for a core), when the process takes more than ' +
  `${bounds.grownBytes / 1e6} MB, dies or logs a bug, or when the answer is another than expected. ` +
  'What is beyond a bound is measured up to three times, each time on a new process, and fails when it is each time: the best run is shown.\n';

function formatMegabytes(bytes: number): string {
  return Number.isNaN(bytes) ? 'gone' : String(Math.round(bytes / 1e6));
}
