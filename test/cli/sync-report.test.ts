import { expect, it } from 'vitest';
import { formatSyncJson, formatSyncReport } from '../../src/cli/sync-report.ts';

it('a report for programs holds no link that lets in whoever has it', () => {
  const release = {
    id: 'r2',
    catalogId: 'c',
    publishedAt: '2026-11-29T00:00:00.000Z',
    totalProducts: 2,
    isFullDelta: false,
  };
  const deltaLink = 'https://files.example/delta?X-Amz-Signature=5ec2e7';
  const report = { changes: [], hasOtherDirectory: false, remarks: [] };
  const text = formatSyncJson({ releases: [{ ...release, deltaLink }], ...report });
  expect(JSON.parse(text)).toEqual({ releases: [release], ...report });
});

it('what a platform calls its catalogs does not steer the terminal', () => {
  const release = { id: '\u001b[2J', catalogId: 'c\n', publishedAt: '', totalProducts: null, isFullDelta: false };
  const report = { releases: [{ ...release, deltaLink: null }], changes: [], hasOtherDirectory: false, remarks: [] };
  expect(formatSyncReport(report, false)).toBe("Catalog c\\u{a}: the platform's release \\u{1b}[2J is shown.\n");
});
