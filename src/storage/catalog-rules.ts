/** The rules of catalogs, thousands where accounts have their own: read each second, and parsed when they change. */
import { type RawBuilder, sql } from 'kysely';
import type { CatalogRule } from '../domain/catalog/catalog.ts';
import { compareCodePoints } from '../domain/paging/sort-key.ts';
import { readRecord } from '../domain/release/read-record.ts';
import type { Engine } from './engines/engine.ts';
import type { CatalogRuleTable } from './schema.ts';

const columns = [
  'id',
  'name',
  'channels',
  'tags',
  'account_ids',
  'account_tag_ids',
  'customer_ids',
  'unknown_criteria',
  'schedules',
  'created_at',
] as const satisfies (keyof CatalogRuleTable)[];

/** A table expression: one text for all rules of each catalog that has any. */
export function rulesByCatalog({ jsonList, jsonTexts }: Engine): RawBuilder<{ catalog_id: string; texts: string }> {
  const rule = jsonTexts(columns.map((column) => sql.ref(column)));
  return sql`(select catalog_id, ${jsonList(rule)} as texts from catalog_rule group by catalog_id)`;
}

interface RulesOfCatalog {
  readonly id: string;
  /** By `rulesByCatalog`. */
  readonly rules: string | null;
}

/** In the order of their creation. @throws UnreadableRecord */
export type ReadRules = (catalogs: readonly RulesOfCatalog[]) => readonly CatalogRule[];

/** What is as it was when it was read last is the same object. */
export function rememberRules(): ReadRules {
  let known = new Map<string, { readonly text: string | null; readonly rules: readonly CatalogRule[] }>();
  return (catalogs) => {
    known = new Map(
      catalogs.map(({ id, rules: text }) => {
        const last = known.get(id);
        return [id, last?.text === text ? last : { text, rules: toRules(id, text) }];
      }),
    );
    return [...known.values()].flatMap(({ rules }) => rules).sort(byCreation);
  };
}

function toRules(catalogId: string, text: string | null): CatalogRule[] {
  return (JSON.parse(text ?? '[]') as string[][]).map((values) => toRule(catalogId, values)).sort(byCreation);
}

/** `values`: of `columns`. */
function toRule(catalogId: string, values: readonly string[]): CatalogRule {
  const [id = '', name = '', ...others] = values;
  const createdAt = others.pop() ?? '';
  return readRecord(`rule '${id}'`, () => {
    const [channels, tags, accountIds, accountTagIds, customerIds, unknownCriteria, schedules] = others.map((text) =>
      JSON.parse(text),
    );
    const criteria = { channels, tags, accountIds, accountTagIds, customerIds, unknownCriteria, schedules };
    return { id, catalogId, name, ...criteria, createdAt };
  });
}

/** By code point, as both engines order texts. */
function byCreation(a: CatalogRule, b: CatalogRule): number {
  return compareCodePoints(a.createdAt, b.createdAt) || compareCodePoints(a.id, b.id);
}
