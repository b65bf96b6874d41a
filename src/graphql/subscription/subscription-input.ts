import { constraintsOf } from '../../domain/input/constraint.ts';
import { createSubscriptionInput, paymentAuthorityInput } from '../../domain/subscription/create-subscription.ts';
import { builder } from '../schema/builder.ts';
import { constrainedBy, idConstrainedBy } from '../schema/constraint.ts';
import { validateOnlyField } from '../writes/write-payload.ts';

const PaymentAuthorityTypeEnum = builder.enumType('PaymentAuthorityType', {
  description: 'The payment gateway.',
  values: {
    VENDOR_PAYMENTS_PROCESSOR: { value: 'vendor_payments_processor', description: "The vendor's payments processor." },
    VENDOR_NET: { value: 'vendor_net', description: "The vendor's net gateway." },
  } as const,
});

const authorityRules = constraintsOf(paymentAuthorityInput);

const PaymentAuthorityInput = builder.inputType('PaymentAuthorityInput', {
  description: 'The stored card that pays the subscription. Write-only: it is never shown again.',
  fields: (t) => ({
    type: t.field({ type: PaymentAuthorityTypeEnum, required: true, description: 'The payment gateway.' }),
    customerId: t.string({
      required: true,
      ...constrainedBy(authorityRules.customerId, "The gateway's id of the customer."),
    }),
    cardId: t.string({
      required: true,
      ...constrainedBy(authorityRules.cardId, "The gateway's id of the card."),
    }),
  }),
});

const rules = constraintsOf(createSubscriptionInput);

export const CreateSubscriptionInput = builder.inputType('CreateSubscriptionInput', {
  description: 'A new subscription: an account, what it subscribes to, and how it pays.',
  fields: (t) => ({
    externalRef: t.string(
      constrainedBy(rules.externalRef, 'A reference to another system, in any form; null if there is none.'),
    ),
    accountId: t.id({
      required: true,
      ...constrainedBy(rules.accountId, 'A UUID of the accounts service; only its form is checked.'),
    }),
    offeringId: t.id({
      required: true,
      ...idConstrainedBy(rules.offeringId, "The offering: its global id, or the platform's own (a UUID)."),
    }),
    planId: t.id({
      required: true,
      ...idConstrainedBy(rules.planId, "A plan of that offering: its global id, or the platform's own (a UUID)."),
    }),
    currency: t.field({
      type: 'CurrencyCode',
      required: true,
      ...constrainedBy(
        rules.currency,
        'An ISO 4217 code in use: `EUR`. One that is not in use breaks the rule `enum`.',
      ),
    }),
    validateOnly: validateOnlyField(t),
    paymentAuthority: t.field({
      type: PaymentAuthorityInput,
      description: 'The stored card that pays; null if there is none.',
    }),
    name: t.string({
      required: true,
      ...constrainedBy(rules.name, "The subscriber's name, without control characters."),
    }),
    email: t.string({ required: true, ...constrainedBy(rules.email, 'An e-mail address.') }),
  }),
});
