import { setTimeout as sleep } from 'node:timers/promises';
import { type DestinationStream, pino } from 'pino';

export interface LogOutput extends DestinationStream {
  /** Resolves when everything is written, or can't be. */
  end(): Promise<void>;
}

/** What a pipe takes in one piece: lines of several processes don't mix. */
const pipeBytes = 4096;
/** A reader that reads no more is waited for no longer than this. */
const endMs = 500;

/**
 * Standard output, for the log. The gateway goes on answering when nobody reads it (`| head`), or its disk is full. What is logged within
 * a turn of the event loop is written at its end, together: each write is a job for a thread of its own.
 */
export function createLogOutput(): LogOutput {
  const stream = pino.destination({ dest: 1, sync: false, maxWrite: pipeBytes });
  const { promise: written, resolve } = Promise.withResolvers<void>();
  stream.on('error', resolve);
  stream.on('finish', resolve);
  // NOTE: pino calls it at the process's exit and after a fatal line, and a broken pipe it tries again for ever.
  stream.flushSync = () => {};
  let hasEnded = false;
  let lines = '';
  let bytes = 0;
  function writeLines(): void {
    if (lines !== '') stream.write(lines);
    lines = '';
    bytes = 0;
  }
  return {
    write(line) {
      // A connection that was cut at the end says so after the log is closed.
      if (hasEnded) return;
      const ofLine = Buffer.byteLength(line);
      if (bytes + ofLine > pipeBytes) writeLines();
      if (lines === '') setImmediate(writeLines);
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
