/** Objects of which nothing is selected are made all the same, and a list may have any number of them. */
import { expect, it } from 'vitest';
import { defaultLimits } from '../../../src/http/limits.ts';
import { times } from '../../support/costly-queries.ts';
import { describeShown } from '../../support/shown-products.ts';
import { productRecord } from '../../support/small-catalog.ts';

const data = Array.from({ length: 40 }, (_, file) => ({ id: `file-${file}`, type: 'file' as const }));
const products = Array.from({ length: 100 }, (_, number) =>
  productRecord({
    id: `product-${number}`,
    attributes: { price: { EUR: { amount: 100 }, JPY: { amount: 5 } } },
    relationships: { files: { data } },
  }),
);

describeShown('objects of which nothing is selected', products, (opened) => {
  it.each([
    ['nothing', 'files { }'],
    ['what is left out', 'files { resourceId @skip(if: true) }'],
    ['a fragment of what is left out', 'files { ... { resourceId @include(if: false) } }'],
  ])('cost as much as if they had a field: %s', async (_title, files) => {
    const { gateway } = opened();
    const query = `{ products(first: 100) { nodes { ${times(100, (i) => `a${i}: ${files}`)} } } }`;
    for (const { ask } of [gateway, gateway.with({ writesQueries: false })]) {
      const { errors, extensions, shown } = await ask(query);
      expect(errors[0]?.extensions, shown).toMatchObject({ code: 'LIMIT_EXCEEDED', limitName: 'cost' });
      expect(extensions.cost, shown).toMatchObject({ requested: 36_002, actual: defaultLimits.cost + 1 });
    }
  });

  it.each([
    ['{ }', 1],
    ['{ ... on Query { } }', 1],
    ['{ limits { } products(first: 2) { } }', 124],
    ['{ products(first: 2) { nodes { } edges { } more: edges { node { } } } }', 132],
    ['{ products(first: 2) { nodes { prices { } price(currency: "EUR") { money { } } mainImage { } } } }', 140],
  ])('%s costs the same on either way', async (query, actual) => {
    const { gateway } = opened();
    const executed = await gateway.with({ writesQueries: false }).ask(query);
    const written = await gateway.ask(query);
    expect(written.body).toBe(executed.body);
    expect(written.extensions.cost, written.shown).toMatchObject({ actual });
    expect(written.extensions.cost?.requested).toBeGreaterThanOrEqual(actual);
  });
});
