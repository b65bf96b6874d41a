import { sql } from 'kysely';
import type { SubscriptionStore } from '../domain/subscription/ports.ts';
import type { Offering, Plan } from '../domain/subscription/subscription.ts';
import type { Engine } from './engines/engine.ts';
import { selectCountedPage } from './lists/counted-page.ts';
import { byCreation, selectPage, selectPages, type TableList } from './lists/table-pages.ts';
import { getManyRows } from './rows-by-id.ts';
import type { OfferingTable, PlanTable } from './schema.ts';
import { createSubscribing } from './subscribing.ts';
import { toOffering, toPlan, toSubscription } from './subscription-rows.ts';

export function createSubscriptionStore(engine: Engine): SubscriptionStore {
  return {
    ...createSubscribing(engine),

    getMany: (ids) => getManyRows(engine, 'subscription', ids, toSubscription),
    getManyOfferings: (ids) => getManyRows(engine, 'offering', ids, toOffering),
    getManyPlans: (ids) => getManyRows(engine, 'plan', ids, toPlan),

    pageOfferings: (requestContext, query) => selectPage(engine, requestContext, offeringList, query),
    pagePlans: (requestContext, queries) => selectPages(engine, requestContext, planList, queries),

    listOfferings: (requestContext, page) => selectCountedPage(engine, requestContext, offeringList, page),
    listPlans: (requestContext, offeringId, page) =>
      selectCountedPage(engine, requestContext, planList, { ...page, parentId: offeringId }),
  };
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
