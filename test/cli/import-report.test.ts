import { expect, it } from 'vitest';
import { formatImportReport } from '../../src/cli/import-report.ts';

it('neither names of files nor what records say or are called steers the terminal that shows them', () => {
  const none = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  const first = { file: 'in/a.json', record: 1, line: null };
  const { faults, result } = formatImportReport(
    {
      recordCount: 1,
      faults: [],
      faultCount: 2,
      faultGroups: [{ type: '\u001b[2J', path: 'type', message: "Must be 'file', but is '\n'.", count: 2, first }],
      remarks: [],
      remarkCount: 0,
      unused: [],
      repeatedCount: 0,
      otherFiles: ['in/\u001b[2J\nNothing was written.txt'],
      isPublished: true,
      refusal: null,
      releases: [],
      changes: [{ catalogId: '\u001b[2J', products: none, nodes: none }],
      otherRecords: {},
      retiredReleaseIds: [],
      retirementProblem: null,
    },
    false,
  );
  expect(faults).toContain("  2 × \\u{1b}[2J, type: Must be 'file', but is '\\u{a}'. (first in in/a.json record 1)\n");
  expect(result).toContain('not named like records: in/\\u{1b}[2J\\u{a}Nothing was written.txt.\n');
  expect(result).toContain('Catalog \\u{1b}[2J would change:\n  products: 0 added');
});
