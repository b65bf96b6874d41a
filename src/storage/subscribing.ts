/** What each createSubscription takes of the database: one statement looks up what is sold, and one inserts, for all that come at once. */
import { sql } from 'kysely';
import type { NewSubscription, SubscriptionStore } from '../domain/subscription/ports.ts';
import type { Offering, Plan, Subscription } from '../domain/subscription/subscription.ts';
import { OutcomeUnknown } from '../domain/transactions.ts';
import { doTogether } from './do-together.ts';
import type { Engine } from './engines/engine.ts';
import { repeatStatement } from './repeated-statement.ts';
import type { OfferingTable, PlanTable } from './schema.ts';
import { fromSubscription, toOffering, toPlan } from './subscription-rows.ts';
import { write } from './write.ts';

type Subscribing = Pick<SubscriptionStore, 'findOffering' | 'findPlan' | 'insert'>;

interface Wanted {
  readonly table: 'offering' | 'plan';
  readonly id: string;
}

/** Together with other requests, where this one has no transaction of its own. */
export function createSubscribing(engine: Engine): Subscribing {
  const { isTransaction } = engine.writer;
  // What the database refuses of one is none of the others' business; but it ends a transaction.
  const isOfOne = (error: unknown) =>
    !isTransaction && !(error instanceof OutcomeUnknown) && engine.toUnavailable(error) === null;
  const find = doTogether({
    run: (wanted: readonly Wanted[]) => findSold(engine, wanted),
    ...{ isOfOne, isTransaction, waitsFor: engine.runningSync },
  });
  const insert = doTogether({
    run: (subscriptions: readonly NewSubscription[]) => insertEach(engine, subscriptions),
    ...{ isOfOne, isTransaction },
  });
  return {
    findOffering: (id) => find({ table: 'offering', id }) as Promise<Offering | null>,
    findPlan: (id) => find({ table: 'plan', id }) as Promise<Plan | null>,
    insert,
  };
}

type SoldRow = ({ readonly sold: 'offering' } & OfferingTable) | ({ readonly sold: 'plan' } & PlanTable);

async function findSold(engine: Engine, wanted: readonly Wanted[]): Promise<(Offering | Plan | null)[]> {
  const idsOf = (table: Wanted['table']) => [
    ...new Set(wanted.flatMap((one) => (one.table === table ? [one.id] : []))),
  ];
  const ids = { offering: idsOf('offering'), plan: idsOf('plan') };
  const rows = await repeatStatement(engine.reader, {
    name: 'offerings and plans',
    build: () => selectSold(engine, ids),
    parameters: [engine.toParameter(ids.offering), engine.toParameter(ids.plan)],
  });
  const found = new Map(
    rows.map((row) => [`${row.sold} ${row.id}`, row.sold === 'offering' ? toOffering(row) : toPlan(row)]),
  );
  return wanted.map(({ table, id }) => found.get(`${table} ${id}`) ?? null);
}

/** Of each row its table's columns, and null for those of the other. */
function selectSold({ isOneOf }: Pick<Engine, 'isOneOf'>, ids: Readonly<Record<Wanted['table'], readonly string[]>>) {
  return sql<SoldRow>`select 'offering' as sold, id, name, description, external_ref, external_product_refs, owner, created_at, updated_at,
      unknown_members, null as offering_id, null as billing_interval_type, null as billing_frequency, null as prices
    from offering where ${isOneOf(sql.ref('id'), ids.offering)}
    union all select 'plan', id, name, description, null, null, null, null, null,
      null, offering_id, billing_interval_type, billing_frequency, prices
    from plan where ${isOneOf(sql.ref('id'), ids.plan)}`;
}

function insertEach(engine: Engine, subscriptions: readonly NewSubscription[]): Promise<Subscription[]> {
  const rows = subscriptions.map(fromSubscription);
  return write(engine, async (database) => {
    await repeatStatement(database, {
      name: `${rows.length} subscriptions`,
      build: () => database.insertInto('subscription').values(rows),
      parameters: rows.flatMap((row) => Object.values(row)),
    });
    return subscriptions.map(withoutSecrets);
  });
}

/** The name, the address and the payment authority are never read back. */
function withoutSecrets({ name: _, email: __, paymentAuthority: ___, ...subscription }: NewSubscription): Subscription {
  return subscription;
}
