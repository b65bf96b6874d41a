import { z } from 'zod';
import { uuid } from '../input/identifiers.ts';
import { optional, withoutNulls } from '../input/optional.ts';
import { text } from '../input/text.ts';
import { currency } from './currency.ts';
import { email } from './email.ts';

const paymentAuthorityTypes = ['vendor_payments_processor', 'vendor_net'] as const;

/** The stored card that pays. */
export const paymentAuthorityInput = z.preprocess(
  withoutNulls,
  z.object({
    type: z.enum(paymentAuthorityTypes),
    customerId: text({ min: 1, max: 1024 }),
    cardId: text({ min: 1, max: 1024 }),
  }),
);

/** Fields in the contract's order ("Subscription create request"), which is the order of the violations. */
export const createSubscriptionInput = z.preprocess(
  withoutNulls,
  z.object({
    externalRef: optional(text({ max: 2048 })),
    accountId: uuid,
    offeringId: uuid,
    planId: uuid,
    currency,
    paymentAuthority: optional(paymentAuthorityInput),
    name: text({ min: 3, max: 1024, singleLine: true }),
    email,
  }),
);
