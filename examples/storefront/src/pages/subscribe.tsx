import { type FormEvent, useEffect, useRef, useState } from 'react';
import { shopData } from '#data';
import type { Problem } from '../data/shop-data.ts';
import {
  type CreateSubscriptionInput,
  OfferingsDocument,
  type OfferingsQuery,
  SubscribeDocument,
  type SubscribeMutation,
} from '../generated/graphql.ts';
import { useKept, usePageTitle, usePlace } from '../location.ts';
import { Field } from '../parts/field.tsx';
import { Notice, Waiting } from '../parts/notice.tsx';

export function SubscribePage() {
  usePageTitle('Subscriptions');
  const { language } = usePlace();
  const { data, problem } = shopData.useRead(OfferingsDocument, { language });
  if (!data?.offerings) return problem ? <Notice problem={problem} /> : <Waiting />;
  return (
    <>
      <Notice problem={problem} />
      <SubscriptionForm offerings={data.offerings.nodes} />
    </>
  );
}

type Offering = NonNullable<OfferingsQuery['offerings']>['nodes'][number];

function SubscriptionForm({ offerings }: { readonly offerings: readonly Offering[] }) {
  const subscribe = shopData.useWrite(SubscribeDocument);
  const { keyOf, forget } = useIdempotencyKey();
  const [problem, setProblem] = useState<Problem | null>(null);
  // With its entry of the history: the menu leads to an empty form again.
  const [done, setDone] = useKept<SubscribeMutation['createSubscription'] | null>('done', null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = problem?.fields ?? {};
  // Keyboards and screen readers go on with what is to be mended.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const input = toInput(new FormData(event.currentTarget));
    setSending(true);
    const written = await subscribe({ input, key: keyOf(input) });
    setSending(false);
    setProblem(written.problem);
    const made = written.data?.createSubscription;
    if (!made) return;
    forget();
    // The shopper may have gone on meanwhile, and the history to another page's entry.
    if (form.current) setDone(made);
  }

  if (done?.subscription) {
    const { offering, resourceId, currency } = done.subscription;
    return (
      <section className="done" role="status">
        <h1>Thank you.</h1>
        <p>
          {offering.name}, in {currency}: your subscription is {resourceId}.
        </p>
        {done.isReplayed && <p>It had been made already, and was not made again.</p>}
      </section>
    );
  }
  return (
    <form ref={form} className="form" onSubmit={submit} noValidate>
      <h1>Subscribe</h1>
      <fieldset className="plans">
        <legend>What</legend>
        {offerings.map(({ id, name, description, plans }) => (
          <div key={id}>
            <strong>{name}</strong>
            <p>{description}</p>
            {plans?.nodes.map((plan) => (
              <label key={plan.id} className="plan">
                <input type="radio" name="plan" value={`${id} ${plan.id}`} />
                <span>{plan.name}</span>
                <span className="price">{plan.prices?.map(({ money }) => money.formatted).join(' · ')}</span>
              </label>
            ))}
          </div>
        ))}
        {(fields.offeringId ?? fields.planId) && <em role="alert">Please choose one.</em>}
      </fieldset>
      <Field label="Name" name="name" autoComplete="name" error={fields.name} />
      <Field label="E-mail" name="email" type="email" autoComplete="email" error={fields.email} />
      <Field label="Currency" name="currency" defaultValue="EUR" error={fields.currency} />
      <Field label="Customer at the payment gateway" name="customerId" error={fields['paymentAuthority.customerId']} />
      <Field label="Card at the payment gateway" name="cardId" error={fields['paymentAuthority.cardId']} />
      {problem && Object.keys(fields).length === 0 && <Notice problem={problem} />}
      {/* A button that is disabled loses the focus. */}
      <button type="submit" className="primary" aria-disabled={isSending}>
        {isSending ? 'Sending …' : 'Subscribe'}
      </button>
    </form>
  );
}

/** The account is filled in by the shop's server, from its session. */
function toInput(form: FormData): CreateSubscriptionInput {
  const text = (name: string) => String(form.get(name) ?? '');
  const [offeringId = '', planId = ''] = text('plan').split(' ');
  const paymentAuthority = { type: 'VENDOR_NET', customerId: text('customerId'), cardId: text('cardId') } as const;
  const names = { name: text('name'), email: text('email'), currency: text('currency') };
  return { accountId: '', offeringId, planId, ...names, paymentAuthority };
}

const noKey = { input: '', key: '' };

/**
 * One for each input: sent again, because nothing came back, it makes no second subscription. Another input is another write, and so is
 * the same one once it has been answered.
 */
function useIdempotencyKey() {
  const last = useRef(noKey);
  return {
    keyOf(input: CreateSubscriptionInput): string {
      const written = JSON.stringify(input);
      if (last.current.input !== written) last.current = { input: written, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget() {
      last.current = noKey;
    },
  };
}
