/** `npm run import -- [options] [files…]`: catalog files become the store's current releases. `-`, or no file, is standard input. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { type ImportReport, importFiles } from '../importer/import-files.ts';
import { openStores } from '../storage/open-stores.ts';
import { formatImportReport } from './import-report.ts';
import { orExplain } from './or-explain.ts';
import { createProgressLine } from './progress-line.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** For one statement over a whole release: nobody waits for it. */
const patienceMs = 10 * 60_000;

const usage = `npm run import -- [options] [files…]

Reads catalog files (JSON or NDJSON, plain or gzip; - is standard input) and makes what they hold the store's current
releases: all of it, or nothing when there is a fault.

  --catalog <id>   where products belong that name no catalog in meta.catalog_id
  --keep-going     leave out faulty records, and what hangs on them, and list them
  --dry-run        check everything and show what would change, and write nothing
  --keep <n>       how many releases of a catalog are kept (default: RELEASES_KEPT, or 10)
  --json           the report as JSON on standard output
  --help           this text
`;

await orExplain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      catalog: { type: 'string' },
      'keep-going': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      keep: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const files = positionals.length > 0 ? positionals : ['-'];
  if (files[0] === '-' && process.stdin.isTTY)
    throw new Error(`No file is named, and standard input is a terminal.\n\n${usage}`);
  const config = readConfig({ ...process.env, ...(values.keep !== undefined && { RELEASES_KEPT: values.keep }) });
  const opened = await openStores({ ...config, statementTimeoutMs: patienceMs });
  const progress = createProgressLine(process.stderr);
  try {
    const report = await untilInterrupted((signal) =>
      importFiles({
        files,
        catalogId: values.catalog ?? null,
        isKeepingGoing: values['keep-going'],
        isDryRun: values['dry-run'],
        keptReleases: config.releasesKept,
        stores: opened.stores,
        stdin: process.stdin,
        signal,
        onProgress: progress.show,
        now: () => new Date(),
      }),
    );
    progress.end();
    tell(report, values);
  } finally {
    progress.end();
    await opened.close();
  }
});

function tell(report: ImportReport, { json, 'dry-run': isDryRun }: { json: boolean; 'dry-run': boolean }): void {
  const { faults, result } = formatImportReport(report, isDryRun);
  process.stderr.write(faults);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : result);
  const isRefused = report.faults.length > 0 && !report.isPublished && !(isDryRun && report.changes.length > 0);
  if (isRefused) process.exitCode = 1;
}
