import { setTimeout as sleep } from 'node:timers/promises';
import { type DestinationStream, pino } from 'pino';

export interface LogOutput extends DestinationStream {
  /** Resolves when everything is written, or can't be. */
  end(): Promise<void>;
}

export interface LogOutputOptions {
  /** Whether other processes of ours write to the same output. */
  readonly isShared: boolean;
}

/** What a pipe takes in one piece: lines of several processes don't mix. */
const sharedBytes = 4096;
/** Of a process that writes alone. */
const ownBytes = 65_536;
/**
 * What is logged within this time is written together: each write is a job for a thread of its own, and to wake that takes a tenth of a page that is
 * not cached (`bench/notebook/rest-page.md`). The first line after a quiet time waits for the end of its turn of the event loop alone.
 */
const togetherMs = 50;
/** Of lines that wait to be written; what comes then is lost. A reader that has stopped would otherwise take all of the process's memory. */
const waitingLength = 16_000_000;
/** A reader that reads no more is waited for no longer than this. */
const endMs = 500;

/** Standard output, for the log. The gateway goes on answering when nobody reads it (`| head`), or its disk is full. */
export function createLogOutput({ isShared }: LogOutputOptions): LogOutput {
  const mostBytes = isShared ? sharedBytes : ownBytes;
  const stream = pino.destination({ dest: 1, sync: false, maxWrite: mostBytes, maxLength: waitingLength });
  const { promise: written, resolve } = Promise.withResolvers<void>();
  stream.on('error', resolve);
  stream.on('finish', resolve);
  tellLosses(stream);
  // NOTE: pino calls it at the process's exit and after a fatal line, and a broken pipe it tries again for ever.
  stream.flushSync = () => {};
  let hasEnded = false;
  let lines = '';
  let bytes = 0;
  let isDue = false;
  let writtenAt = Number.NEGATIVE_INFINITY;

  function writeLines(): void {
    if (lines !== '') stream.write(lines);
    lines = '';
    bytes = 0;
    writtenAt = performance.now();
  }

  function writeSoon(): void {
    isDue = true;
    const whenDue = () => {
      isDue = false;
      writeLines();
    };
    if (performance.now() - writtenAt >= togetherMs) setImmediate(whenDue);
    else setTimeout(whenDue, togetherMs);
  }

  return {
    write(line) {
      // A connection that was cut at the end says so after the log is closed.
      if (hasEnded) return;
      const ofLine = Buffer.byteLength(line);
      if (bytes + ofLine > mostBytes) writeLines();
      if (!isDue) writeSoon();
      lines += line;
      bytes += ofLine;
    },
    async end() {
      hasEnded = true;
      writeLines();
      stream.end();
      await Promise.race([written, sleep(endMs)]);
    },
  };
}

/** How many lines found no room, in a line of its own when all others are written. */
function tellLosses(stream: ReturnType<typeof pino.destination>): void {
  let lines = 0;
  stream.on('drop', (lost: string) => {
    lines += lost.split('\n').length - 1;
  });
  stream.on('drain', () => {
    if (lines === 0) return;
    const record = { level: pino.levels.values.warn, time: Date.now(), lines };
    stream.write(`${JSON.stringify({ ...record, msg: 'lines of the log are lost: nobody read them' })}\n`);
    lines = 0;
  });
}
