import { expect, it, onTestFinished, vi } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { formatPartId } from '../../../src/graphql/schema/global-id.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';

it('the ids of a list of selected options are read once, however many fields share it', async () => {
  const gateway = await openGateway(openEmbedded);
  onTestFinished(() => gateway.drop());
  const options = Array.from({ length: 100 }, (_, i) =>
    formatPartId('ProductVariationOption', '?l=de', ['a', 'b', `o${i}`]),
  );
  const fields = Array.from(
    { length: 10 },
    (_, i) => `v${i}: variant(selectedOptions: $v) { id } o${i}: optionAvailability(selectedOptions: $v) { optionId }`,
  );
  const query = `query($v: [ID!]!) { product(id: "${demoIds.products.showcaseParent}") { ${fields.join(' ')} } }`;
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  onTestFinished(() => decode.mockRestore());
  const { errors } = await gateway.ask(query, { v: options });
  expect(errors).toHaveLength(20);
  // The language and the option of each.
  expect(decode.mock.calls.length).toBeLessThan(3 * options.length);
});
