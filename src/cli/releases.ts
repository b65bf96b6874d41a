import { readConfig } from '../config.ts';
import type { PublishedRelease, ReleaseStore } from '../domain/release/ports.ts';
import { giveNotice } from '../importer/give-notice.ts';
import { patient, printFromExisting } from './open-existing.ts';
import { formatLines, readVerb, runCommand, toColumns } from './run-command.ts';

const command = {
  name: 'npm run releases',
  description: 'The editions of each catalog that are kept, and which one is shown.',
  forms: {
    '[list]': 'shows them',
    'make-current <id>': 'shows a kept release again: announced first, and then in all instances within a second',
    'retire <id>': 'removes what a release holds, for good',
  },
  options: {
    json: { type: 'boolean', description: 'as JSON' },
    'at-once': { type: 'boolean', description: 'make-current: without announcing it to gateways before' },
  },
} as const;

await runCommand(command, async ({ values, positionals }) => {
  const { verb, argument } = readVerb(command, positionals);
  if (values['at-once'] && verb !== 'make-current') throw new Error('`--at-once` goes with make-current alone.');
  const config = readConfig(process.env);
  const noticeMs = values['at-once'] ? 0 : config.releaseNoticeMs;
  await printFromExisting(
    config,
    async (stores) => {
      const releases = await run(stores.releases, noticeMs, verb, argument);
      return values.json ? `${JSON.stringify(releases)}\n` : format(releases);
    },
    patient,
  );
});

async function run(releases: ReleaseStore, noticeMs: number, verb: string, id: string): Promise<PublishedRelease[]> {
  if (verb === 'make-current') {
    const onNotice = (ms: number) =>
      process.stderr.write(`Gateways make ready for it: it is current in ${(ms / 1000).toFixed(1)} s.\n`);
    // One that is being built is none yet: nothing may be announced of it.
    const listed = (await releases.list()).filter((release) => release.id === id);
    const announced = listed.map(({ id: releaseId }) => ({ releaseId, publishedAt: new Date().toISOString() }));
    await giveNotice(announced, { releases, noticeMs, onNotice });
    return [await releases.makeCurrent(id)];
  }
  if (verb === 'retire') return [await releases.retire(id)];
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
  return formatLines(toColumns(rows));
}
