/** Of a document with several operations, what is wrong with the one that is executed is told, and nothing of the fragments of others. */
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

describeEachEngine('of several operations', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function pathsOf(query: string, variables: object): Promise<unknown> {
    const { errors, shown } = await gateway.ask(query, variables, { operationName: 'Mine' });
    expect(errors, shown).toHaveLength(1);
    return errors[0]?.extensions.violations?.map(({ path }) => path.join('.'));
  }

  it('a variable stands where the operation that is executed has it', async () => {
    const mine = 'query Mine($n: Int!) { ...First } fragment First on Query { products(first: $n) { totalCount } }';
    const others = 'fragment Last on Query { products(last: $n) { totalCount } } query Other($n: Int!) { ...Last }';
    expect(await pathsOf(`${others} ${mine}`, { n: 'x' })).toEqual(['first']);
  });

  it('the rules are held against the mutations of the one that is executed, each once', async () => {
    const mine = `mutation Mine($i: CreateSubscriptionInput!) { ...Create createSubscription(input: $i) { isReplayed } }
      fragment Create on Mutation { createSubscription(input: $i) { isReplayed } }`;
    const others = `fragment Rename on Mutation { updateApplicationKey(input: $i) { isReplayed } }
      mutation Other($i: UpdateApplicationKeyInput!) { ...Rename }`;
    const input = { i: { name: 5, accountId: 'x' } };
    const alone = await pathsOf(mine, input);
    expect(alone).toContain('input.accountId');
    expect(alone).toContain('input.name');
    expect(new Set(alone as string[]).size).toBe((alone as string[]).length);
    expect(await pathsOf(`${others} ${mine}`, input)).toEqual(alone);
  });
});
