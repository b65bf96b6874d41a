import { sql } from 'kysely';
import { parseExactJson, toInt64 } from '../domain/input/exact-json.ts';
import type { NewSubscription, SubscriptionStore } from '../domain/subscription/ports.ts';
import type { Offering, Plan, Subscription } from '../domain/subscription/subscription.ts';
import { OutcomeUnknown } from '../domain/transactions.ts';
import { doTogether } from './do-together.ts';
import type { Engine } from './engines/engine.ts';
import { selectCountedPage } from './lists/counted-page.ts';
import { byCreation, selectPage, selectPages, type TableList } from './lists/table-pages.ts';
import type { OfferingTable, PlanTable, SubscriptionTable } from './schema.ts';
import { write } from './write.ts';

export function createSubscriptionStore(engine: Engine): SubscriptionStore {
  const { reader } = engine;
  const store: SubscriptionStore = {
    ...createSingly(engine, {
      getManyOfferings: (ids) => store.getManyOfferings(ids),
      getManyPlans: (ids) => store.getManyPlans(ids),
    }),

    async getMany(ids) {
      const named = engine.isOneOf(sql.ref('id'), ids);
      const rows = await reader.selectFrom('subscription').selectAll().where(named).execute();
      return new Map(rows.map((row) => [row.id, toSubscription(row)]));
    },

    async getManyOfferings(ids) {
      const named = engine.isOneOf(sql.ref('id'), ids);
      const rows = await reader.selectFrom('offering').selectAll().where(named).execute();
      return new Map(rows.map((row) => [row.id, toOffering(row)]));
    },

    async getManyPlans(ids) {
      const named = engine.isOneOf(sql.ref('id'), ids);
      const rows = await reader.selectFrom('plan').selectAll().where(named).execute();
      return new Map(rows.map((row) => [row.id, toPlan(row)]));
    },

    pageOfferings: (requestContext, query) => selectPage(engine, requestContext, offeringList, query),
    pagePlans: (requestContext, queries) => selectPages(engine, requestContext, planList, queries),

    async listOfferings(requestContext, page) {
      const { table } = offeringList;
      const rows = await selectCountedPage<OfferingTable>(engine, requestContext, { table, ...page });
      return { ...rows, items: rows.items.map(toOffering) };
    },

    async listPlans(requestContext, offeringId, page) {
      const { table, sortKey } = planList;
      const where = sql`x.offering_id = ${offeringId}`;
      const rows = await selectCountedPage<PlanTable>(engine, requestContext, { table, sortKey, where, ...page });
      return { ...rows, items: rows.items.map(toPlan) };
    },
  };
  return store;
}

/** What each request does of its own: together with others, where it has no transaction of its own. */
function createSingly(
  engine: Engine,
  { getManyOfferings, getManyPlans }: Pick<SubscriptionStore, 'getManyOfferings' | 'getManyPlans'>,
): Pick<SubscriptionStore, 'findOffering' | 'findPlan' | 'insert'> {
  const offerings = async (ids: readonly string[]) => inOrder(ids, await getManyOfferings([...new Set(ids)]));
  const plans = async (ids: readonly string[]) => inOrder(ids, await getManyPlans([...new Set(ids)]));
  const insert = (rows: readonly SubscriptionTable[]) =>
    write(engine, async (database) => {
      await database.insertInto('subscription').values(rows).execute();
      return rows.map(toSubscription);
    });
  if (engine.writer.isTransaction) {
    const alone = <Item, Result>(run: (items: readonly Item[]) => Promise<Result[]>) => {
      return async (item: Item) => (await run([item]))[0] as Result;
    };
    const insertAlone = alone(insert);
    return {
      ...{ findOffering: alone(offerings), findPlan: alone(plans) },
      insert: (subscription) => insertAlone(fromSubscription(subscription)),
    };
  }
  // What the database refuses of one is none of the others' business.
  const isOfOne = (error: unknown) => !(error instanceof OutcomeUnknown) && engine.toUnavailable(error) === null;
  const insertTogether = doTogether({ run: insert, isOfOne });
  return {
    findOffering: doTogether({ run: offerings, isOfOne }),
    findPlan: doTogether({ run: plans, isOfOne }),
    insert: (subscription) => insertTogether(fromSubscription(subscription)),
  };
}

function inOrder<Value>(ids: readonly string[], found: ReadonlyMap<string, Value>): (Value | null)[] {
  return ids.map((id) => found.get(id) ?? null);
}

const offeringList: TableList<OfferingTable, Offering> = {
  table: 'offering',
  sortKey: byCreation,
  toItem: toOffering,
};

/** Nobody says when a plan was created. */
const planList: TableList<PlanTable, Plan> = {
  table: 'plan',
  sortKey: (row) => sql.ref(`${row}.id`),
  parentColumn: 'offering_id',
  toItem: toPlan,
};

function fromSubscription(subscription: NewSubscription): SubscriptionTable {
  const { offering, paymentAuthority, state } = subscription;
  return {
    id: subscription.id,
    external_ref: subscription.externalRef,
    account_id: subscription.accountId,
    offering_id: offering.id,
    offering: JSON.stringify(offering),
    plan_id: subscription.planId,
    currency: subscription.currency,
    name: subscription.name,
    email: subscription.email,
    payment_authority_type: paymentAuthority?.type ?? null,
    payment_customer_id: paymentAuthority?.customerId ?? null,
    payment_card_id: paymentAuthority?.cardId ?? null,
    owner: subscription.owner,
    status: subscription.status,
    created_at: subscription.createdAt,
    updated_at: subscription.updatedAt,
    canceled_at: subscription.canceledAt,
    paused_at: subscription.pausedAt,
    resumed_at: subscription.resumedAt,
    end_date: subscription.endDate,
    state: state && JSON.stringify(state),
  };
}

/** Leaves out what is never read back: the name, the address and the payment authority. */
function toSubscription(row: SubscriptionTable): Subscription {
  return {
    id: row.id,
    externalRef: row.external_ref,
    accountId: row.account_id,
    offering: JSON.parse(row.offering),
    planId: row.plan_id,
    currency: row.currency,
    owner: row.owner,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    canceledAt: row.canceled_at,
    pausedAt: row.paused_at,
    resumedAt: row.resumed_at,
    endDate: row.end_date,
    state: row.state === null ? null : JSON.parse(row.state),
  };
}

function toOffering(row: OfferingTable): Offering {
  return {
    id: row.id,
    externalRef: row.external_ref,
    name: row.name,
    description: row.description,
    externalProductRefs: JSON.parse(row.external_product_refs),
    owner: row.owner,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.unknown_members !== null && { unknownMembers: row.unknown_members }),
  };
}

function toPlan(row: PlanTable): Plan {
  const prices = parseExactJson(row.prices) as { currency: string; amount: number | bigint; includesTax: boolean }[];
  return {
    id: row.id,
    offeringId: row.offering_id,
    name: row.name,
    description: row.description,
    billingInterval: row.billing_interval_type,
    billingFrequency: row.billing_frequency === null ? null : toInt64(row.billing_frequency),
    prices: prices.map((price) => ({ ...price, amount: BigInt(price.amount) })),
  };
}
