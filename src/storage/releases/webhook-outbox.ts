/**
 * What a publishing transaction does to catalogs is written down in it, for each address that is to be told: both are committed, or
 * neither is. Publishing transactions run one after the other, so that what they write counts up in the order in which they are committed.
 */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type CatalogEvent, formatMessage } from '../../domain/webhook/webhook-message.ts';
import type { Engine } from '../engines/engine.ts';
import { readClock } from '../read-clock.ts';
import type { CatalogRuleTable, Schema } from '../schema.ts';

/** Before every moment: what is new waits for nothing. */
export const atOnce = '';

/** Runs what publishes, and writes down what it changed. */
export async function tellingWebhooks<Result>(
  engine: Pick<Engine, 'clock'>,
  transaction: Transaction<Schema>,
  run: () => Promise<Result>,
): Promise<Result> {
  const webhooks = await transaction.selectFrom('webhook').select(['id', 'catalog_id']).execute();
  if (webhooks.length === 0) return run();
  const before = await readCatalogs(transaction);
  const result = await run();
  const events = findEvents(before, await readCatalogs(transaction));
  const now = (await readClock(engine, transaction)).toISOString();
  for (const event of events) {
    const message = { message_id: `msg_${randomUUID()}`, body: formatMessage(event, now) };
    const { id: catalogId } = event.catalog;
    const told = webhooks.filter(({ catalog_id }) => catalog_id === null || catalog_id === catalogId);
    if (told.length === 0) continue;
    const times = { pending_since: now, next_attempt_at: atOnce };
    const rows = told.map(({ id }) => ({ webhook_id: id, catalog_id: catalogId, ...message, ...times, attempts: 0 }));
    await transaction.insertInto('webhook_delivery').values(rows).execute();
  }
  return result;
}

interface CatalogState {
  readonly id: string;
  readonly name: string;
  readonly release: { readonly id: string; readonly publishedAt: string } | null;
  readonly rules: readonly CatalogRuleTable[];
}

async function readCatalogs(transaction: Transaction<Schema>): Promise<Map<string, CatalogState>> {
  const catalogs = await transaction
    .selectFrom('catalog')
    .leftJoin('release', 'release.id', 'catalog.current_release_id')
    .select(['catalog.id', 'catalog.name', 'release.id as release_id', 'release.published_at'])
    .orderBy('catalog.id')
    .execute();
  const rules = await transaction.selectFrom('catalog_rule').selectAll().orderBy('id').execute();
  const byCatalog = Map.groupBy(rules, ({ catalog_id }) => catalog_id);
  return new Map(
    catalogs.map(({ id, name, release_id, published_at }) => {
      const release = release_id === null ? null : { id: String(release_id), publishedAt: published_at ?? '' };
      return [id, { id, name, release, rules: byCatalog.get(id) ?? [] }];
    }),
  );
}

function findEvents(
  before: ReadonlyMap<string, CatalogState>,
  after: ReadonlyMap<string, CatalogState>,
): CatalogEvent[] {
  return [...after.values()].flatMap(({ id, name, release, rules }): CatalogEvent[] => {
    const catalog = { id, name };
    const known = before.get(id);
    const [rulesBefore, rulesNow] = [byId(known?.rules ?? []), byId(rules)];
    const changed = rules.filter((rule) => JSON.stringify(rule) !== JSON.stringify(rulesBefore.get(rule.id)));
    const told = changed.map((rule) => ({ id: rule.id, name: rule.name, schedules: JSON.parse(rule.schedules) }));
    const removed = [...rulesBefore.values()].filter((rule) => !rulesNow.has(rule.id));
    const removedRules = removed.map((rule) => ({ id: rule.id, name: rule.name }));
    const hasChanged = told.length + removedRules.length > 0;
    return [
      ...(hasChanged ? [{ type: 'catalog.rules_changed', catalog, release, rules: told, removedRules } as const] : []),
      ...(release && release.id !== known?.release?.id
        ? [{ type: 'catalog.released', catalog, release } as const]
        : []),
      ...(!release && known?.release ? [{ type: 'catalog.withdrawn', catalog } as const] : []),
    ];
  });
}

function byId(rules: readonly CatalogRuleTable[]): ReadonlyMap<string, CatalogRuleTable> {
  return new Map(rules.map((rule) => [rule.id, rule]));
}
