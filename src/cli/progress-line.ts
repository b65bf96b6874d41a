import type { Progress } from '../importer/walk-records.ts';

export interface ProgressLine {
  show(progress: Progress): void;
  /** Clears what was drawn. */
  end(): void;
}

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

const redrawMs = 100;
const plainLineMs = 5000;
const barWidth = 24;

/** On a terminal one line that is drawn anew, with a bar; elsewhere a plain line now and then, and at each phase's start. */
export function createProgressLine(output: Terminal): ProgressLine {
  let shownAt = Number.NEGATIVE_INFINITY;
  let phase: Progress['phase'] | null = null;
  let phaseBeganAt = performance.now();
  let isDrawn = false;
  return {
    show(progress) {
      const isNewPhase = progress.phase !== phase;
      if (isNewPhase) phaseBeganAt = performance.now();
      phase = progress.phase;
      if (!isNewPhase && performance.now() - shownAt < (output.isTTY ? redrawMs : plainLineMs)) return;
      shownAt = performance.now();
      const text = format(progress, (performance.now() - phaseBeganAt) / 1000);
      if (!output.isTTY) return void output.write(`${text}\n`);
      isDrawn = true;
      output.write(`\r\u001b[2K${`${bar(share(progress))} ${text}`.slice(0, (output.columns || 80) - 1)}`);
    },
    end() {
      if (isDrawn) output.write('\r\u001b[2K');
      isDrawn = false;
    },
  };
}

function format(progress: Progress, seconds: number): string {
  const { phase, records } = progress;
  if (phase === 'finishing') return `finishing: ${records} records, deriving price ranges and variants`;
  if (phase === 'announcing') return `announced: ${records} records, for which gateways make ready`;
  const rate = seconds < 0.5 ? '' : `, ${Math.round(records / seconds)} a second`;
  return `${phase}: ${records} records${rate}, ${Math.floor(share(progress) * 100)} %`;
}

function share({ bytesRead, bytesTotal }: Progress): number {
  return bytesTotal === 0 ? 1 : Math.min(1, bytesRead / bytesTotal);
}

function bar(done: number): string {
  const full = Math.round(done * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`;
}
