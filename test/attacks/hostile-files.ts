/**
 * Imports files that were made to exhaust whoever reads them, each by the program itself with the memory that `npm run import` gives
 * it. Each must end in a sentence, without a stack, within 300 MB of resident memory, or what the file says: `npm run test:hostile-files [name…]`.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type HostileFile, hostileFiles } from './list/hostile-files.ts';

const maxResidentMegabytes = 300;
const maxSeconds = 300;
const root = join(import.meta.dirname, '..', '..');
/** The kernel's account of the peak, told on the way out: no sampling can miss it. */
const tellPeak = `process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS + '\\n'))`;

const names = process.argv.slice(2);
const chosen = hostileFiles.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
const folder = await mkdtemp(join(tmpdir(), 'gateway-hostile-'));
let failures = 0;
try {
  for (const file of chosen) {
    const verdict = await judge(file);
    failures += Number(verdict.failure !== null);
    const mark = verdict.failure === null ? 'ok  ' : 'FAIL';
    process.stdout.write(
      `${mark} ${file.name}: ${verdict.facts}${verdict.failure === null ? '' : ` — ${verdict.failure}`}\n`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${chosen.length - failures} of ${chosen.length} files ended in a sentence within their memory.\n`,
);
process.exitCode = failures === 0 ? 0 : 1;

async function judge(file: HostileFile): Promise<{ readonly facts: string; readonly failure: string | null }> {
  const path = join(folder, 'hostile');
  const steps = file.isGzip ? [createGzip({ level: 1 })] : [];
  await pipeline([Readable.from(file.chunks()), ...steps, createWriteStream(path)]);
  const { size } = await stat(path);
  const begunAt = performance.now();
  const { stdout, stderr, isKilled } = await importFile(path, file.options ?? []);
  const seconds = (performance.now() - begunAt) / 1000;
  const peak = Number(/peak (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024;
  const told = `${stderr.replace(/\npeak \d+\n$/, '')}${stdout}`;
  const sentence = told.split('\n').find((line) => file.says.test(line));
  const facts = `${(size / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s, ${peak.toFixed(0)} MB resident: ${(sentence ?? told).slice(0, 200).trim()}`;
  return {
    facts,
    failure: failureOf({ told, sentence, peak, isKilled, megabytes: file.megabytes ?? maxResidentMegabytes }),
  };
}

function failureOf({ told, sentence, peak, isKilled, megabytes }: Told): string | null {
  if (isKilled) return `it took longer than ${maxSeconds} s`;
  if (Number.isNaN(peak)) return 'the process did not end by itself';
  if (peak > megabytes) return `it took more than ${megabytes} MB`;
  if (/^\s+at .*:\d+:\d+/m.test(told)) return 'it ended with a stack';
  if (told.length > 2 ** 21) return 'it said more than anybody reads';
  return sentence === undefined ? 'the sentence was not said' : null;
}

interface Told {
  readonly told: string;
  readonly sentence: string | undefined;
  readonly peak: number;
  readonly isKilled: boolean;
  readonly megabytes: number;
}

/** As everybody runs it. */
function importFile(path: string, options: readonly string[]) {
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(tellPeak)}`];
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  return new Promise<{ stdout: string; stderr: string; isKilled: boolean }>((resolve) => {
    const child = spawn(process.execPath, [...preload, 'src/cli/import.ts', ...options, path], { cwd: root, env });
    const told = { stdout: '', stderr: '', isKilled: false };
    child.stdout.on('data', (chunk) => (told.stdout += chunk));
    child.stderr.on('data', (chunk) => (told.stderr += chunk));
    const timer = setTimeout(() => {
      told.isKilled = true;
      child.kill('SIGKILL');
    }, maxSeconds * 1000);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(told);
    });
  });
}
