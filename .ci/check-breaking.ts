/** Ends with 1 where `schema.graphql` would break clients of the released schema, or deprecates without saying what replaces it. */
import { readFile } from 'node:fs/promises';
import { findBreakingChanges, findSilentDeprecations } from './breaking-changes.ts';

const released = await readFile(new URL('../docs/released.graphql', import.meta.url), 'utf8');
const current = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8');
const changes = await findBreakingChanges(released, current);
for (const { coordinate, message } of changes) process.stderr.write(`${coordinate}: ${message}\n`);
if (changes.length > 0) {
  process.stderr.write('This breaks clients: deprecate first (docs/releasing.md).\n');
  process.exitCode = 1;
}

for (const { coordinate, message } of findSilentDeprecations(current)) {
  process.stderr.write(`${coordinate} ${message} (docs/releasing.md).\n`);
  process.exitCode = 1;
}
