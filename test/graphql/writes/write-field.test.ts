/** Fields of one mutation are done one after the other: each shows what was stored when it was done. */
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

describeEachEngine('several writes of one mutation', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it('a list that each of them shows holds what it has written', async () => {
    const create = (slug: string) => {
      const input = `{ customApiId: "${demoIds.customApi}", name: "A field", slug: "${slug}", fieldType: STRING }`;
      return `${slug}: createCustomField(input: ${input}) { customField { customApi { fields(last: 1) { totalCount nodes { slug } } } } }`;
    };
    const { data, shown } = await gateway.ask(`mutation { ${['first', 'second'].map(create).join(' ')} }`);
    const [first, second] = [data.first, data.second].map(({ customField }) => customField.customApi.fields);
    expect([first.nodes, second.nodes], shown).toEqual([[{ slug: 'first' }], [{ slug: 'second' }]]);
    expect(second.totalCount, shown).toBe(first.totalCount + 1);
  });
});
