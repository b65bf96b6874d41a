import type { SyncReport } from '../mirror/sync-mirror.ts';
import { formatChanges } from './import-report.ts';
import { formatLines } from './run-command.ts';

export function formatSyncReport(report: SyncReport, isDryRun: boolean): string {
  const { releases, changes, hasOtherDirectory, remarks } = report;
  const isSame = releases.length === 0 && !hasOtherDirectory;
  const changesOf = new Map(changes.map((one) => [one.catalogId, one]));
  const lines = [
    ...(isSame ? ['The mirror is what the platform shows.'] : []),
    ...releases.flatMap(({ catalogId, id, totalProducts }) => {
      const said = `Catalog ${catalogId}: the platform's release ${id}${totalProducts === null ? '' : `, with ${totalProducts} products,`} ${isDryRun ? 'would be' : 'is'} shown.`;
      const of = changesOf.get(catalogId);
      return of ? [said, `  products: ${formatChanges(of.products)}`, `  nodes: ${formatChanges(of.nodes)}`] : [said];
    }),
    ...(hasOtherDirectory ? [`Catalogs or rules ${isDryRun ? 'would be' : 'are'} other than they were.`] : []),
    ...remarks.map((remark) => `Note: ${remark}`),
    ...(isDryRun ? ['Nothing was written: this was a dry run.'] : []),
  ];
  return formatLines(lines);
}

/** For programs. Without the links by which what changed is read: who has one is let in for an hour. */
export function formatSyncJson({ releases, ...report }: SyncReport): string {
  const told = releases.map(({ deltaLink: _, ...release }) => release);
  return `${JSON.stringify({ releases: told, ...report })}\n`;
}
