import type { Changes } from '../importer/compare-releases.ts';
import { formatImportFault, formatPlace } from '../importer/import-faults.ts';
import type { ImportReport } from '../importer/import-files.ts';
import { formatLines } from './run-command.ts';

/** More names than anybody reads. */
const maxNames = 10;

/** For people: what is wrong, and what was done about it. */
export function formatImportReport(report: ImportReport, isDryRun: boolean): { faults: string; result: string } {
  const lines = [
    `${report.recordCount} records read, ${report.faultCount} faults.`,
    ...formatNotes(report),
    ...report.releases.map(
      ({ catalogId, releaseId, basedOn, products, nodes, digest }) =>
        `Catalog ${catalogId}: release ${releaseId} is current, with ${products} products and ${nodes} nodes (content ${digest.slice(0, 12)})${basedOn === null ? '' : `, made of release ${basedOn} and the files`}.`,
    ),
    ...report.changes.flatMap(({ catalogId, products, nodes }) => [
      `Catalog ${catalogId} would change:`,
      `  products: ${formatChanges(products)}`,
      `  nodes: ${formatChanges(nodes)}`,
    ]),
    ...formatOthers(report),
    ...report.retiredReleaseIds.map((id) => `Release ${id} is retired.`),
    ...(report.retirementProblem === null ? [] : [report.retirementProblem]),
    ...(report.isPublished ? [] : [`Nothing was written${formatWhyNot(report, isDryRun)}`]),
  ];
  return { faults: formatFaults(report), result: formatLines(lines) };
}

function formatWhyNot({ refusal }: ImportReport, isDryRun: boolean): string {
  if (refusal !== null) return `: ${refusal}`;
  return isDryRun ? ': this was a dry run.' : '.';
}

/** The first ones, and where there are more all of them in groups. */
function formatFaults({ faults, faultCount, faultGroups }: ImportReport): string {
  const lines = faults.map(formatImportFault);
  if (faultCount > faults.length) {
    lines.push(`… and ${faultCount - faults.length} more faults. All of them, by what they say:`);
    for (const { type, path, message, count, first } of faultGroups) {
      const what = [type, path].filter((part) => part).join(', ');
      lines.push(`  ${count} × ${what === '' ? '' : `${what}: `}${message} (first in ${formatPlace(first)})`);
    }
  }
  return formatLines(lines);
}

function formatNotes({ remarks, remarkCount, unused, repeatedCount, otherFiles }: ImportReport): string[] {
  const more = remarkCount - remarks.length;
  const names = otherFiles.slice(0, maxNames).join(', ');
  return [
    ...remarks.map((remark) => `Note: ${formatImportFault(remark)}`),
    ...(more > 0 ? [`Note: … and ${more} more notes.`] : []),
    ...unused.map(
      ({ type, reason, count, first }) => `Left out: ${count} ${type} (first in ${formatPlace(first)}). ${reason}`,
    ),
    ...(repeatedCount > 0 ? [`Left out: ${repeatedCount} records that the files hold more than once.`] : []),
    ...(otherFiles.length > 0
      ? [
          `Left out: ${otherFiles.length} files that are not named like records: ${names}${otherFiles.length > maxNames ? ', …' : ''}.`,
        ]
      : []),
  ];
}

function formatOthers({ otherRecords }: ImportReport): string[] {
  const others = Object.entries(otherRecords).map(([type, count]) => `  ${count} ${type}`);
  return others.length > 0 ? ['Records read, by type, beside the products:', ...others] : [];
}

export function formatChanges({ added, changed, removed, unchanged }: Changes): string {
  return `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
}
