import { expect, it } from 'vitest';
import type { DomainError } from '../../../src/domain/errors.ts';
import { subscriptionRequests } from '../../../src/upstream/dialect/subscription-request.ts';

const id = (number: number) => `0c000000-0000-4000-8000-00000000000${number}`;
const subscription = {
  externalRef: null,
  ...{
    accountId: id(1),
    offeringId: id(2),
    planId: id(3),
    currency: 'EUR',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
  },
  paymentAuthority: null,
};
const card = { type: 'vendor_payments_processor', customerId: 'cus', cardId: 'card' } as const;
const common = {
  ...{
    account_id: id(1),
    offering_id: id(2),
    plan_id: id(3),
    currency: 'EUR',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
  },
};
const none = { pricingOptionId: null, manualPayments: null };
const payment = (type: string) => ({ type, customer_id: 'cus', card_id: 'card' });

it.each([
  ['contract', { paymentAuthority: null }, none, common],
  [
    'contract',
    { paymentAuthority: card },
    none,
    { ...common, payment_authority: payment('vendor_payments_processor') },
  ],
  [
    'contract',
    { paymentAuthority: { ...card, type: 'vendor_net' as const } },
    none,
    { ...common, payment_authority: payment('vendor_net') },
  ],
  ['contract', { externalRef: 'x' }, none, { ...common, external_ref: 'x' }],
  [
    'elasticpath',
    { paymentAuthority: card },
    none,
    { ...common, payment_authority: payment('elastic_path_payments_stripe') },
  ],
  [
    'elasticpath',
    {},
    { pricingOptionId: id(4), manualPayments: true },
    { ...common, pricing_option_id: id(4), manual_payments: true },
  ],
] as const)('in the dialect %s, case %#', (dialect, changes, extras, expected) => {
  expect(subscriptionRequests[dialect]({ ...subscription, ...changes }, extras)).toEqual(expected);
});

it.each([
  [
    'a gateway that knows cards by other members',
    { paymentAuthority: { ...card, type: 'vendor_net' as const } },
    'UNSUPPORTED',
    /authorize_net/,
  ],
  ['nothing that says how it is paid', {}, 'UNPROCESSABLE_ENTITY', /UPSTREAM_MANUAL_PAYMENTS/],
] as const)('%s is refused before anything is sent', (_, changes, code, message) => {
  const request = () => subscriptionRequests.elasticpath({ ...subscription, ...changes }, none);
  expect(request).toThrow(expect.objectContaining<Partial<DomainError>>({ code }));
  expect(request).toThrow(message);
});
