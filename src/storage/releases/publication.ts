/** The records of a publication that are not part of a release, as rows: new ones are added, known ones replaced by id. */
import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';
import type { CatalogRule } from '../../domain/catalog/catalog.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatExactJson } from '../../domain/input/exact-json.ts';
import type { Publication } from '../../domain/release/ports.ts';
import type { Offering, Plan } from '../../domain/subscription/subscription.ts';
import { inPortions } from '../../lib/in-portions.ts';
import { fromApplicationKey } from '../application-key-store.ts';
import { fromCustomApi, fromCustomField } from '../custom-field-store.ts';
import type { Engine } from '../engines/engine.ts';
import { publishFiles } from '../file-store.ts';
import { repeatStatement } from '../repeated-statement.ts';
import type { Schema } from '../schema.ts';

type KeyedTable = 'catalog' | 'catalog_rule' | 'offering' | 'plan' | 'custom_api' | 'custom_field' | 'application_key';

/** In one statement. With the columns of each, below the 32,766 parameters that SQLite takes. */
const rowsAtATime = 200;

type Rows = { readonly [Table in KeyedTable]: readonly Insertable<Schema[Table]>[] };
type Row = Rows[KeyedTable][number];

export async function publishRecords(
  engine: Pick<Engine, 'isOneOf' | 'violatedConstraint'>,
  transaction: Transaction<Schema>,
  publication: Publication,
): Promise<void> {
  const { catalogs, rules, offerings, plans, customApis, customFields, applicationKeys } = publication;
  const rows: Rows = {
    catalog: catalogs.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt })),
    catalog_rule: rules.map(fromRule),
    offering: offerings.map(fromOffering),
    plan: plans.map(fromPlan),
    custom_api: customApis.map(fromCustomApi),
    custom_field: customFields.map(fromCustomField),
    application_key: applicationKeys.map(fromApplicationKey),
  };
  for (const table of Object.keys(rows) as KeyedTable[]) {
    await freeValues(engine, transaction, table, rows[table]);
    for (const some of inPortions<Row>(rows[table], rowsAtATime)) await upsertRows(engine, transaction, table, some);
  }
  await publishFiles(engine, transaction, publication);
}

interface Unique {
  readonly member: string;
  /** Among those that have the same here. */
  readonly within?: string;
  readonly constraint: string;
}

/** Members that are unique in the store, with the constraints that say so. */
const uniqueMembers: Partial<Record<KeyedTable, Unique>> = {
  custom_api: { member: 'api_type', constraint: 'custom_api_api_type_key' },
  custom_field: { member: 'slug', within: 'custom_api_id', constraint: 'custom_field_slug_key' },
  application_key: { member: 'client_id', constraint: 'application_key_client_id_key' },
};

/** Longer than any that is given. */
const nobodys = '~'.repeat(256);

/** Rows that will have another value give up theirs first: one that comes before them may have it then. */
async function freeValues(
  { isOneOf }: Pick<Engine, 'isOneOf'>,
  transaction: Transaction<Schema>,
  table: KeyedTable,
  rows: Rows[KeyedTable],
): Promise<void> {
  const { member, within = member } = uniqueMembers[table] ?? {};
  if (member === undefined || within === undefined || rows.length < 2) return;
  const next = new Map(rows.map((row) => [row.id, row as Readonly<Record<string, unknown>>]));
  const { rows: known } = await sql<{
    id: string;
    value: string;
    scope: string;
  }>`select id, ${sql.ref(member)} as value,
    ${sql.ref(within)} as scope from ${sql.table(table)} where ${isOneOf(sql.ref('id'), [...next.keys()])}`.execute(
    transaction,
  );
  const isChanged = ({ id, value, scope }: (typeof known)[number]) => {
    const row = next.get(id);
    return row?.[member] !== value || row[within] !== scope;
  };
  const changed = known.filter(isChanged).map(({ id }) => id);
  if (changed.length === 0) return;
  await sql`update ${sql.table(table)} set ${sql.ref(member)} = ${nobodys} || id where ${isOneOf(sql.ref('id'), changed)}`.execute(
    transaction,
  );
}

/** What the import checked was taken since by a write. */
function ofTaken(
  { violatedConstraint }: Pick<Engine, 'violatedConstraint'>,
  table: KeyedTable,
  { id }: Rows[KeyedTable][number],
  error: unknown,
): unknown {
  const { member, constraint } = uniqueMembers[table] ?? {};
  if (member === undefined || violatedConstraint(error) !== constraint) return error;
  const message = `${table} '${id}', ${member}: Another ${table} of the store has the same ${member} by now. Nothing is shown of what was read.`;
  return new DomainError('CONFLICT', message);
}

function fromRule(rule: CatalogRule): Insertable<Schema['catalog_rule']> {
  return {
    id: rule.id,
    catalog_id: rule.catalogId,
    name: rule.name,
    channels: JSON.stringify(rule.channels),
    tags: JSON.stringify(rule.tags),
    account_ids: JSON.stringify(rule.accountIds),
    account_tag_ids: JSON.stringify(rule.accountTagIds),
    customer_ids: JSON.stringify(rule.customerIds),
    unknown_criteria: JSON.stringify(rule.unknownCriteria),
    schedules: JSON.stringify(rule.schedules),
    created_at: rule.createdAt,
  };
}

function fromOffering(offering: Offering): Insertable<Schema['offering']> {
  return {
    id: offering.id,
    external_ref: offering.externalRef,
    name: offering.name,
    description: offering.description,
    external_product_refs: JSON.stringify(offering.externalProductRefs),
    owner: offering.owner,
    created_at: offering.createdAt,
    updated_at: offering.updatedAt,
    unknown_members: offering.unknownMembers ?? null,
  };
}

function fromPlan(plan: Plan): Insertable<Schema['plan']> {
  return {
    id: plan.id,
    offering_id: plan.offeringId,
    name: plan.name,
    description: plan.description,
    billing_interval_type: plan.billingInterval,
    billing_frequency: plan.billingFrequency === null ? null : String(plan.billingFrequency),
    prices: formatExactJson(plan.prices),
  };
}

/** Together, which takes an eighth of the time; where one violates a constraint, or they are few, one by one: that says which. */
async function upsertRows(
  engine: Pick<Engine, 'violatedConstraint'>,
  transaction: Transaction<Schema>,
  table: KeyedTable,
  rows: readonly Row[],
): Promise<void> {
  // A platform's list that changed while it was read may repeat one, and PostgreSQL takes none twice in a statement.
  const isDistinct = new Set(rows.map(({ id }) => id)).size === rows.length;
  if (isDistinct && rows.length === rowsAtATime && (await upsertTogether(engine, transaction, table, rows))) return;
  for (const row of rows) {
    await upsert(transaction, table, [row]).catch((error: unknown) => {
      throw ofTaken(engine, table, row, error);
    });
  }
}

/** False: one of them violates a constraint, and nothing was done. */
async function upsertTogether(
  { violatedConstraint }: Pick<Engine, 'violatedConstraint'>,
  transaction: Transaction<Schema>,
  table: KeyedTable,
  rows: readonly Row[],
): Promise<boolean> {
  // Of a statement that fails the server undoes the whole transaction, unless there is a place to go back to.
  await sql`savepoint some_rows`.execute(transaction);
  try {
    await upsert(transaction, table, rows);
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    await sql`rollback to savepoint some_rows`.execute(transaction);
    return false;
  }
  await sql`release savepoint some_rows`.execute(transaction);
  return true;
}

async function upsert(transaction: Transaction<Schema>, table: KeyedTable, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row: Readonly<Record<string, unknown>>) => names.map((name) => row[name]));
  await repeatStatement(transaction, {
    name: `${rows.length} of ${table}`,
    build: () => {
      const columns = names.map((name) => sql.ref(name));
      const lists = values.map((list) => sql`(${sql.join(list)})`);
      const changes = names.filter((name) => name !== 'id').map((name) => changeOf(table, name));
      return sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(lists)}
        on conflict (id) do update set ${sql.join(changes)}`;
    },
    parameters: values.flat(),
  });
}

/** Files that come from the platform hold keys without their secrets: those that are known here stay. */
function changeOf(table: KeyedTable, name: string): RawBuilder<unknown> {
  const [column, next] = [sql.ref(name), sql.ref(`excluded.${name}`)];
  if (table !== 'application_key') return sql`${column} = ${next}`;
  return sql`${column} = coalesce(${next}, ${sql.ref(`${table}.${name}`)})`;
}
