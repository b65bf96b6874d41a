import { Readable } from 'node:stream';
import { formatExactJson } from '../../src/domain/input/exact-json.ts';
import type { Stores } from '../../src/domain/ports.ts';
import { formatImportFault } from '../../src/importer/import-faults.ts';
import { importFiles } from '../../src/importer/import-files.ts';

/** Imports records as `npm run import` does, checks and all. Throws when one of them is refused. */
export async function importRecords(stores: Stores, records: readonly object[]): Promise<void> {
  const { faults, isPublished } = await importFiles({
    files: ['-'],
    catalogId: null,
    isKeepingGoing: false,
    isDryRun: false,
    keptReleases: 100,
    stores,
    stdin: Readable.from(records.map((record) => `${formatExactJson(record)}\n`)),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    now: () => new Date(),
  });
  if (!isPublished) throw new Error(faults.map(formatImportFault).join('\n'));
}
