/** `npm run contract` writes docs/contract.md; with `--check` it only says whether the file is what the statements would write. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from './format-table.ts';
import { topics } from './topics.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'contract.md');
const table = formatTable(topics);
if (!process.argv.includes('--check')) writeFileSync(file, table);
else if (readFileSync(file, 'utf8') !== table) {
  process.stderr.write(
    'docs/contract.md is not what the statements say. Run `npm run contract` and commit the difference.\n',
  );
  process.exitCode = 1;
}
