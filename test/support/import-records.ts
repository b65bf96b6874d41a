import { Readable } from 'node:stream';
import { formatExactJson } from '../../src/domain/input/exact-json.ts';
import type { Stores } from '../../src/domain/ports.ts';
import { formatImportFault } from '../../src/importer/import-faults.ts';
import { type ImportOptions, type ImportReport, importFiles } from '../../src/importer/import-files.ts';

/** Imports records as `npm run import` does, checks and all. Throws when one of them is refused. */
export async function importRecords(
  stores: Stores,
  records: readonly object[],
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const report = await importReport(stores, records, options);
  if (!report.isPublished) throw new Error(report.faults.map(formatImportFault).join('\n'));
  return report;
}

/** The same, whatever comes of it. */
export function importReport(
  stores: Stores,
  records: readonly object[],
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  return importFiles({
    files: ['-'],
    catalogId: null,
    isIntoCurrent: false,
    isKeepingGoing: false,
    isDryRun: false,
    keptReleases: 100,
    stores,
    stdin: Readable.from(records.map((record) => `${formatExactJson(record)}\n`)),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    now: () => new Date(),
    ...options,
  });
}
