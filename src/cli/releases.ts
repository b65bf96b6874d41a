/** `npm run releases -- list | make-current <id> | retire <id>`: which editions of each catalog are kept, and which one is shown. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { PublishedRelease, ReleaseStore } from '../domain/release/ports.ts';
import { openStores } from '../storage/open-stores.ts';
import { orExplain } from './or-explain.ts';

/** For one statement over a whole release: nobody waits for it. */
const patienceMs = 10 * 60_000;

const usage = `npm run releases -- list [--json]            which releases there are
npm run releases -- make-current <id>        show a kept release again, in all instances within a second
npm run releases -- retire <id>              remove what a release holds, for good
`;

await orExplain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [command = 'list', id, ...rest] = positionals;
  const isKnown =
    command === 'list' ? id === undefined : ['make-current', 'retire'].includes(command) && id !== undefined;
  if (!isKnown || rest.length > 0) throw new Error(`Unknown command.\n\n${usage}`);
  const opened = await openStores({ ...readConfig(process.env), statementTimeoutMs: patienceMs });
  try {
    const releases = await run(opened.stores.releases, command, id ?? '');
    process.stdout.write(values.json ? `${JSON.stringify(releases)}\n` : format(releases));
  } finally {
    await opened.close();
  }
});

async function run(releases: ReleaseStore, command: string, id: string): Promise<PublishedRelease[]> {
  if (command === 'make-current') return [await releases.makeCurrent(id)];
  if (command === 'retire') return [await releases.retire(id)];
  return releases.list();
}

function format(releases: readonly PublishedRelease[]): string {
  if (releases.length === 0) return 'Nothing has been published yet.\n';
  const rows = releases.map((release) => [
    release.id,
    release.isCurrent ? 'current' : release.isRetired ? 'retired' : 'kept',
    release.publishedAt,
    `${release.productCount} products`,
    release.digest.slice(0, 12),
    `${release.catalogName} (${release.catalogId})`,
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
