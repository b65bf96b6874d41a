/** Records in either nesting are read as the same; what is of no contract is refused, and nothing of it told to a client. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noSurroundings } from '../../../src/contract/platform/surroundings.ts';
import { subscription, toSubscription } from '../../../src/contract/subscription.ts';
import { readRecord, readRecords, recordForm } from '../../../src/upstream/dialect/record-form.ts';

const form = recordForm(subscription, (record) => toSubscription(subscription.parse(record)));

const id = (number: number) => `0c000000-0000-4000-8000-00000000000${number}`;
const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
const state = { id: id(9), type: 'subscription_state', attributes: { action: 'pause' } };
const flags = { canceled: false, paused: true, closed: false, invoice_after: times.updated_at };
const offering = { id: id(2), type: 'subscription_offering' };
const ofOffering = { external_product_refs: ['ref'], owner: 'store', timestamps: times };
const own = { account_id: id(1), plan_id: id(3), currency: 'EUR' };
const meta = { owner: 'store', status: 'active', timestamps: { ...times, paused_at: times.updated_at } };

const contract = {
  ...{ id: id(4), type: 'subscription' },
  attributes: {
    ...own,
    offering: { ...offering, attributes: { name: 'Coffee', meta: ofOffering } },
    meta: { ...meta, state: { ...state, meta: { created_at: times.created_at, ...flags } } },
  },
};
const vendor = {
  ...{ id: id(4), type: 'subscription' },
  attributes: {
    ...own,
    external_ref: null,
    offering: { ...offering, attributes: { name: 'Coffee', external_ref: null, description: null }, meta: ofOffering },
  },
  meta: {
    ...meta,
    ...flags,
    timestamps: { ...meta.timestamps, canceled_at: null, end_date: null },
    state: { ...state, meta: { created_at: times.created_at } },
  },
};
const answer = (data: unknown, more: object = {}) => ({ status: 200, body: { data, ...more } });

describe('a list', () => {
  it('is read once for an answer, unless what stands beside it has come with another one', () => {
    let reads = 0;
    const named = recordForm(z.object({ id: z.string() }), (record) => {
      reads += 1;
      return record;
    });
    const list = answer([{ id: 'one' }, { id: 'two' }]);
    const first = readRecords(named, list);
    expect(readRecords(named, list)).toBe(first);
    expect(reads).toBe(2);
    for (const option of [{ id: 'monthly' }, { id: 'yearly' }]) {
      expect(readRecords(named, list, { ...noSurroundings, pricingOptions: [option] })).toEqual(first);
    }
    expect(reads).toBe(6);
  });

  it.each([
    ['nothing', false, {}],
    ['its pages', true, { meta: { page: { limit: 1, offset: 0 } } }],
    ['where its pages are', true, { links: { first: '/list', last: null } }],
  ])('that is not counted, and says %s beside its records, may go on: %s', (_, mayGoOn, beside) => {
    const named = recordForm(z.object({ id: z.string() }), (record) => record);
    const { total, isAtLeast = false } = readRecords(named, answer([{ id: 'one' }], beside));
    expect([total, isAtLeast]).toEqual([1, mayGoOn]);
  });
});

describe('a subscription', () => {
  it('is the same in both nestings', () => {
    const read = readRecord(form, answer(contract));
    expect(read).toMatchObject({
      ...{
        id: id(4),
        status: 'active',
        owner: 'store',
        externalRef: null,
        pausedAt: times.updated_at,
        canceledAt: null,
      },
      offering: { name: 'Coffee', externalProductRefs: ['ref'], createdAt: times.created_at },
      state: { action: 'pause', isPaused: true, isCanceled: false, invoiceAfter: times.updated_at },
    });
    expect(readRecord(form, answer(vendor))).toEqual(read);
  });

  it.each([null, undefined])(
    'is read with an offering whose meta is %s, and whose attributes say when it was made',
    (none) => {
      const bare = { ...offering, attributes: { name: 'Coffee', ...times }, meta: none };
      const read = readRecord(form, answer({ ...vendor, attributes: { ...vendor.attributes, offering: bare } }));
      expect(read.offering).toMatchObject({ owner: 'store', externalProductRefs: [], createdAt: times.created_at });
    },
  );

  it('in a state that the contract does not have has none', () => {
    const pending = {
      ...vendor,
      meta: { ...vendor.meta, state: { ...vendor.meta.state, attributes: { action: 'pending' } } },
    };
    expect(readRecord(form, answer(pending)).state).toBeNull();
  });
});

it.each([
  ['no record', null],
  ['another type', { ...contract, type: 'plan' }],
  ['a member of another type', { ...contract, attributes: { ...contract.attributes, currency: 5 } }],
  ['a record without its members', { id: id(4), type: 'subscription' }],
])('%s is refused in words that tell nothing of it', (_, data) => {
  expect(() => readRecord(form, answer(data))).toThrow(
    expect.objectContaining({
      code: 'UNAVAILABLE',
      message: 'The platform answered something that is not of its contract.',
    }),
  );
});

it.each([
  ['its own total', { meta: { results: { total: 7 } } }, 7],
  ['none', {}, 1],
])('a list has %s', (_, more, total) => {
  expect(readRecords(form, answer([contract], more)).total).toBe(total);
});

it.each([
  ['exact', false],
  ['lower_bound', true],
  ['observed', true],
])('a total by the method %s', (total_method, isAtLeast) => {
  const page = readRecords(form, answer([contract], { meta: { results: { total: 1, total_method } } }));
  expect([page.total, page.isAtLeast ?? false]).toEqual([1, isAtLeast]);
});

it.each([-1, 1.5, '7', {}])('a total of %j is refused', (total) => {
  expect(() => readRecords(form, answer([contract], { meta: { results: { total } } }))).toThrow(/not of its contract/);
});

it('what came from a cache is read once', () => {
  const cached = answer([contract]);
  expect(readRecords(form, cached)).toBe(readRecords(form, cached));
});
