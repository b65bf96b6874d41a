/**
 * Who reads what a command prints may end before it does (`| head`), and the disk of a file may be full: what the command is for is done all the
 * same. Nobody misses what a reader did not want; anything else that was not written is told, and makes the exit code 1.
 */
export function outliveReaders(): void {
  let isTold = false;
  // There is nowhere else to tell it.
  process.stderr.on('error', () => {});
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    process.exitCode ??= 1;
    process.stderr.write(`Standard output can not be written (${code}).\n`);
  });
}
