/** On both faces: a write that was done is answered again as it was, also when what it named is gone by now. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

/** What a face answered to a write, in either's terms. */
interface Outcome {
  readonly status: number;
  readonly id: string | null;
  readonly isReplayed: boolean;
}

type Write = (key: string, name: string) => Promise<Outcome>;

describeEachEngine('a replay', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  const rest = async (path: string, data: object, key: string): Promise<Outcome> => {
    const answer = await gateway.rest('POST', path, { body: { data }, headers: { 'Idempotency-Key': key } });
    const isReplayed = answer.headers.get('Idempotent-Replayed') === 'true';
    return { status: answer.status, id: answer.body.data?.id ?? null, isReplayed };
  };
  const graphql = async (document: string, payload: string, input: object, key: string): Promise<Outcome> => {
    const { data, errors } = await gateway.ask(document, { input }, { idempotencyKey: key });
    const { isReplayed = false, [payload]: thing } = data?.done ?? {};
    return { status: errors[0]?.extensions.status ?? 201, id: thing?.resourceId ?? null, isReplayed };
  };

  const { partnerAccount: accountId, offering: offeringId, plan: planId, customApi: customApiId } = demoIds;
  const email = 'ada@example.com';
  const slug = `f-${randomUUID()}`;
  const path = '/v2/subscriptions/subscriptions';
  const account = { account_id: accountId, offering_id: offeringId, plan_id: planId };
  const subscribe = `mutation($input: CreateSubscriptionInput!) {
    done: createSubscription(input: $input) { isReplayed subscription { resourceId } } }`;
  const addField = `mutation($input: CreateCustomFieldInput!) {
    done: createCustomField(input: $input) { isReplayed customField { resourceId } } }`;

  const subscriptions: [string, Write][] = [
    ['REST', (key, name) => rest(path, { ...account, currency: 'EUR', name, email }, key)],
    [
      'GraphQL',
      (key, name) =>
        graphql(subscribe, 'subscription', { accountId, offeringId, planId, currency: 'EUR', name, email }, key),
    ],
  ];
  const fields: [string, Write][] = [
    [
      'REST',
      (key, name) =>
        rest(
          `/v2/settings/extensions/custom-apis/${customApiId}/fields`,
          { type: 'custom_field', name, slug: `${slug}-r`, field_type: 'string' },
          key,
        ),
    ],
    [
      'GraphQL',
      (key, name) =>
        graphql(addField, 'customField', { customApiId, name, slug: `${slug}-g`, fieldType: 'STRING' }, key),
    ],
  ];

  const kinds: [string, [string, Write][], () => Promise<unknown>][] = [
    [
      'a subscription, whose plan is gone',
      subscriptions,
      () =>
        sql`update plan set offering_id = (select offering_id from plan where id = ${demoIds.planOfAnotherOffering})
          where id = ${planId}`.execute(gateway.engine.writer),
    ],
    [
      'a custom field, whose custom API is gone',
      fields,
      async () => {
        await sql`delete from custom_field where custom_api_id = ${customApiId}`.execute(gateway.engine.writer);
        await sql`delete from custom_api where id = ${customApiId}`.execute(gateway.engine.writer);
      },
    ],
  ];

  describe.each(kinds)('of %s', (_, faces, remove) => {
    it('is answered as it was; another input under its key is 422, and a new key 404', async () => {
      const done = await Promise.all(
        faces.map(async ([, write]) => {
          const key = randomUUID();
          const first = await write(key, 'First');
          expect(first).toMatchObject({ status: 201, id: expect.any(String), isReplayed: false });
          return { write, key, first };
        }),
      );
      await remove();
      for (const { write, key, first } of done) {
        expect(await write(key, 'First')).toEqual({ ...first, isReplayed: true });
        expect(await write(key, 'Another')).toEqual({ status: 422, id: null, isReplayed: false });
        expect(await write(randomUUID(), 'First')).toEqual({ status: 404, id: null, isReplayed: false });
      }
    });
  });
});
