/** A mutation of one field is written as bytes, and says what graphql-js says of it; whatever fails after it, it is done once. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { Services } from '../../../src/domain/ports.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { times } from '../../support/costly-queries.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type AskOptions, type Gateway, openGateway } from '../../support/gateway.ts';
import { subscriptionInput as input } from '../../support/subscription-input.ts';
import { watchRuns } from '../../support/watch-runs.ts';

const subscription = `id resourceId externalRef accountId currency owner status createdAt canceledAt state { action }
  offering { id name owner externalProductRefs current { name plans { totalCount nodes { name } } } }
  plan { name prices(language: "de") { money { formatted } } }`;
const subscribe = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
  __typename isReplayed subscription { ${subscription} } } }`;

interface Case {
  readonly text: string;
  readonly variables?: object;
  readonly options?: AskOptions;
}

const written: Readonly<Record<string, Case>> = {
  'a new subscription': { text: subscribe, variables: { input } },
  'one whose members are literals': {
    text: `mutation { new: createSubscription(input: { accountId: "${input.accountId}", offeringId: "${input.offeringId}", planId: "${input.planId}",
      currency: "EUR", name: "Ada Lovelace", email: "ada@example.com", paymentAuthority: null }) { subscription { name: currency } } }`,
  },
  'one that is only validated': { text: subscribe, variables: { input: { ...input, validateOnly: true } } },
  'one with faults of form': { text: subscribe, variables: { input: { ...input, name: '', email: 'none' } } },
  'one of an offering that is not there': {
    text: subscribe,
    variables: { input: { ...input, offeringId: demoIds.plan } },
  },
  'one of a caller who may not write': { text: subscribe, variables: { input }, options: { as: 'shopper' } },
  'one of nobody': { text: subscribe, variables: { input }, options: { as: 'nobody' } },
};

const left: Readonly<Record<string, string>> = {
  'two fields':
    'mutation($input: CreateSubscriptionInput!) { a: createSubscription(input: $input) { isReplayed } __typename }',
  'a fragment': `mutation($input: CreateSubscriptionInput!) { ...F }
    fragment F on Mutation { createSubscription(input: $input) { isReplayed } }`,
  'a directive':
    'mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) @idempotent(key: "of this field") { isReplayed } }',
};

describeEachEngine('mutations', (open) => {
  let gateway: Gateway;
  let watched: ReturnType<typeof watchRuns>;
  beforeAll(async () => {
    watched = watchRuns();
    gateway = await openGateway(open);
  });
  afterEach(() => watched.forget());
  afterAll(async () => {
    watched.end();
    await gateway.drop();
  });

  const rowsOf = async () => Number((await gateway.countRows()).subscriptions);

  it.each(Object.entries(written))('%s is as it is with graphql-js', async (_title, { text, variables, options }) => {
    const executed = gateway.with({ writesQueries: false });
    const asked = { as: 'admin', now: new Date('2026-11-23T12:00:00.000Z'), ...options } as const;
    const before = await rowsOf();
    const own = await gateway.ask(text, variables, asked);
    const ofOne = (await rowsOf()) - before;
    expect(anonymous(own)).toBe(anonymous(await executed.ask(text, variables, asked)));
    expect((await rowsOf()) - before).toBe(2 * ofOne);
    expect(await watched.count()).toEqual({ written: 1, left: 0 });
  });

  it.each(Object.entries(left))('%s is left to graphql-js', async (_title, text) => {
    const { errors, shown } = await gateway.ask(text, { input }, { as: 'admin' });
    expect(errors, shown).toEqual([]);
    expect(await watched.count()).toEqual({ written: 0, left: 0 });
  });

  describe('that fail after they were done', () => {
    it('are not done again, and told of as graphql-js does', async () => {
      const services = failing(gateway.services);
      const executed = gateway.with({ services, writesQueries: false });
      const before = await rowsOf();
      const own = await gateway.with({ services }).ask(subscribe, { input }, { as: 'admin' });
      expect((await rowsOf()) - before).toBe(1);
      expect(await watched.count()).toEqual({ written: 0, left: 1 });
      expect(own.data.createSubscription, own.shown).toMatchObject({ isReplayed: false, subscription: null });
      expect(anonymous(own)).toBe(anonymous(await executed.ask(subscribe, { input }, { as: 'admin' })));
    });

    it('are answered where their failures cost more than they may', async () => {
      const prices = times(20, (at) => `p${at}: prices(language: "no tag") { includesTax }`);
      const text = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
        subscription { offering { current { plans(first: 3) { nodes { ${prices} } } } } } } }`;
      const limits = { ...defaultLimits, cost: 1000 };
      const before = await rowsOf();
      const own = await gateway.with({ limits }).ask(text, { input }, { as: 'admin' });
      expect((await rowsOf()) - before).toBe(1);
      const codes = own.errors.map(({ extensions }) => extensions.code);
      expect(new Set(codes), own.shown).toEqual(new Set(['VALIDATION_FAILED', 'LIMIT_EXCEEDED']));
      const executed = gateway.with({ limits, writesQueries: false });
      expect(anonymous(own)).toBe(anonymous(await executed.ask(text, { input }, { as: 'admin' })));
    });

    it('tell what they have done where the answer is larger than it may be', async () => {
      const limits = { ...defaultLimits, answerBytes: 60 };
      const before = await rowsOf();
      const own = await gateway.with({ limits }).ask(subscribe, { input }, { as: 'admin' });
      expect((await rowsOf()) - before).toBe(1);
      const executed = await gateway.with({ limits, writesQueries: false }).ask(subscribe, { input }, { as: 'admin' });
      expect(anonymous(own)).toBe(anonymous(executed));
    });
  });
});

/** Services that answer with a status that no subscription has. */
function failing(services: Services): Services {
  const { subscriptions } = services;
  return {
    ...services,
    subscriptions: {
      ...subscriptions,
      async create(...call) {
        const made = await subscriptions.create(...call);
        return made && { ...made, value: { ...made.value, status: 'neither' as 'active' } };
      },
    },
  };
}

/** Without what each subscription and each request has of its own. */
function anonymous({ body, data }: Answer): string {
  const made = data?.createSubscription?.subscription;
  const own: string[] = [made?.id, made?.resourceId, made?.offering.id].filter((id) => typeof id === 'string');
  return own.reduce((text, id) => text.replaceAll(id, 'own'), body).replaceAll(/request-\d+/g, 'request');
}
