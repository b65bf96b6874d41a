import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadJob, LoadResult } from './load-job.ts';
import { nodeOn } from './pinning.ts';

const run = promisify(execFile);
const generator = join(import.meta.dirname, 'load-generator.ts');

/** A load generator of its own for each measurement, so that none inherits the garbage of another. */
export async function measure(job: LoadJob, folder: string): Promise<LoadResult> {
  const file = join(folder, 'job.json');
  await writeFile(file, JSON.stringify(job));
  const [program, args] = nodeOn('generator', [generator, file]);
  const { stdout } = await run(program, args, { maxBuffer: 2 ** 30 });
  return JSON.parse(stdout) as LoadResult;
}
