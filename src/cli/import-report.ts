import type { Changes } from '../importer/compare-releases.ts';
import { formatImportFault } from '../importer/import-faults.ts';
import type { ImportReport } from '../importer/import-files.ts';

/** More faults than anybody reads. */
const maxShownFaults = 1000;

/** For people: what is wrong, and what was done about it. */
export function formatImportReport(report: ImportReport, isDryRun: boolean): { faults: string; result: string } {
  const { faults, recordCount, isPublished } = report;
  const shown = faults.slice(0, maxShownFaults).map((fault) => `${formatImportFault(fault)}\n`);
  if (faults.length > shown.length) shown.push(`… and ${faults.length - shown.length} more faults.\n`);
  const remarks = report.remarks.map((remark) => `Note: ${formatImportFault(remark)}`);
  const others = Object.entries(report.otherRecords).map(([type, count]) => `  ${count} ${type}`);
  const lines = [
    `${recordCount} records read, ${faults.length} faults.`,
    ...remarks,
    ...report.releases.map(
      ({ catalogId, releaseId, products, nodes, digest }) =>
        `Catalog ${catalogId}: release ${releaseId} is current, with ${products} products and ${nodes} nodes (content ${digest.slice(0, 12)}).`,
    ),
    ...report.changes.map(({ catalogId, products, nodes }) =>
      [
        `Catalog ${catalogId} would change:`,
        `  products: ${formatChanges(products)}`,
        `  nodes: ${formatChanges(nodes)}`,
      ].join('\n'),
    ),
    ...(others.length > 0 ? ['Records read, by type, beside the products:', ...others] : []),
    ...report.retiredReleaseIds.map((id) => `Release ${id} is retired.`),
    ...(isPublished ? [] : [isDryRun ? 'Nothing was written: this was a dry run.' : 'Nothing was written.']),
  ];
  return { faults: shown.join(''), result: `${lines.join('\n')}\n` };
}

function formatChanges({ added, changed, removed, unchanged }: Changes): string {
  return `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
}
