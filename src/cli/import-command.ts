import { mostKept, readConfig } from '../config.ts';
import { allDemoCredentials } from '../demo/application-keys.ts';
import { excerpt } from '../domain/errors.ts';
import { type ImportReport, importFiles } from '../importer/import-files.ts';
import { listSourceFiles } from '../importer/source-file.ts';
import { hasDatabase, openStores } from '../storage/open-stores.ts';
import { formatImportReport } from './import-report.ts';
import { openExisting, patient } from './open-existing.ts';
import { createProgressLine } from './progress-line.ts';
import { formatHelp, runCommand } from './run-command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const command = {
  name: 'npm run import',
  description: `Reads catalog files and folders of them (JSON or NDJSON, plain or gzip; - or no file is standard input) and makes what
they hold the store's current releases: all of it, or nothing when there is a fault.`,
  forms: { '[options] [files…]': '' },
  options: {
    catalog: {
      type: 'string',
      value: '<id>',
      description: 'where products belong that name no catalog in meta.catalog_id',
    },
    into: {
      type: 'string',
      value: 'current',
      description: 'the files hold a part: add it to what is current, in the place of records with the same id',
    },
    'keep-going': { type: 'boolean', description: 'leave out faulty records, and what hangs on them, and list them' },
    'dry-run': { type: 'boolean', description: 'check everything and show what would change, and write nothing' },
    keep: {
      type: 'string',
      value: '<n>',
      description: 'how many releases of a catalog are kept (default: RELEASES_KEPT, or 10)',
    },
    json: { type: 'boolean', description: 'the report as JSON on standard output' },
  },
} as const;

await runCommand(command, async ({ values, positionals }) => {
  const files = positionals.length > 0 ? positionals : ['-'];
  if (files[0] === '-' && process.stdin.isTTY)
    throw new Error(`No file is named, and standard input is a terminal.\n\n${formatHelp(command)}`);
  if (values.into !== undefined && values.into !== 'current') {
    throw new Error(`--into takes 'current', but got '${excerpt(values.into)}'.`);
  }
  const config = readConfig(process.env);
  const keptReleases = readKept(values.keep) ?? config.releasesKept;
  // A name that is mistyped makes no database.
  await listSourceFiles(files);
  const needsExisting = values['dry-run'] || values.into !== undefined;
  if (!needsExisting && !hasDatabase(config)) {
    process.stderr.write(`There was no database in ${config.dataDirectory} (DATA_DIR): one is made.\n`);
  }
  const opened = await (needsExisting ? openExisting(config, patient) : openStores({ ...config, ...patient }));
  const progress = createProgressLine(process.stderr);
  try {
    const report = await untilInterrupted((signal) =>
      importFiles({
        files,
        catalogId: values.catalog ?? null,
        isIntoCurrent: values.into === 'current',
        isKeepingGoing: values['keep-going'],
        publicSecrets: config.isProduction ? allDemoCredentials.map(({ clientSecret }) => clientSecret) : [],
        isDryRun: values['dry-run'],
        keptReleases,
        noticeMs: config.releaseNoticeMs,
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

/** @throws Error, in the bounds of RELEASES_KEPT */
function readKept(keep: string | undefined): number | null {
  if (keep === undefined) return null;
  const count = Number(keep);
  if (/^\d+$/.test(keep) && count >= 1 && count <= mostKept) return count;
  throw new Error(`--keep takes a whole number from 1 to ${mostKept}, but got '${excerpt(keep)}'.`);
}

function tell(report: ImportReport, { json, 'dry-run': isDryRun }: { json: boolean; 'dry-run': boolean }): void {
  const { faults, result } = formatImportReport(report, isDryRun);
  process.stderr.write(faults);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : result);
  const isRefused = report.faultCount > 0 && !report.isPublished && !(isDryRun && report.changes.length > 0);
  if (isRefused) process.exitCode = 1;
}
