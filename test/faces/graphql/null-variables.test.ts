/** A null in a variable that has a default passes the variables' check, and fails at the field where it may not stand: there, and nowhere else. */
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const product = `product(id: "${demoIds.products.showcaseParent}")`;

describeEachEngine('a null that stands where none may be', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it.each<[title: string, query: string, path: (string | number)[], violation: (string | number)[]]>([
    ['at the root', 'query($v: ID = "x") { product(id: $v) { id } }', ['product'], ['id']],
    [
      'at a field that is written from memory',
      `query($v: CurrencyCode = "EUR") { ${product} { name price(currency: $v) { __typename } } }`,
      ['product', 'price'],
      ['currency'],
    ],
    [
      'at a field of an object in a list',
      'query($v: CurrencyCode = "EUR") { products(first: 1) { nodes { a: price(currency: $v) { __typename } } } }',
      ['products', 'nodes', 0, 'a'],
      ['currency'],
    ],
    [
      'beside what is executed by graphql-js',
      `query($v: BigInt = "1") { ${product} { builtChildren(first: 1) { totalCount } priceFor(currency: "EUR", quantity: $v) { __typename } } }`,
      ['product', 'priceFor'],
      ['quantity'],
    ],
    [
      'in an item of a list within an input',
      'query($v: String = "x") { products(filter: { tags: { in: ["a", $v] } }) { totalCount } }',
      ['products'],
      ['filter', 'tags', 'in', 1],
    ],
    ['in a list', 'query($v: ID = "x") { nodes(ids: [$v]) { id } }', ['nodes'], ['ids', 0]],
  ])('%s is told there, with a violation', async (_, query, path, violation) => {
    const { errors, shown } = await gateway.ask(query, { v: null });
    const message = `The argument '${violation.join('.')}' is required.`;
    expect(errors, shown).toEqual([
      expect.objectContaining({
        message,
        path,
        extensions: expect.objectContaining({
          code: 'VALIDATION_FAILED',
          status: 400,
          violations: [{ path: violation, rule: 'required', message }],
        }),
      }),
    ]);
  });

  it('in a directive is told by its name', async () => {
    const { errors, shown } = await gateway.ask('query($v: Boolean = true) { limits @skip(if: $v) { cost } }', {
      v: null,
    });
    expect(errors, shown).toEqual([expect.objectContaining({ message: "The argument '@skip.if' is required." })]);
  });

  it('an argument that the document lacks is a fault of the document', async () => {
    const { errors, shown } = await gateway.ask('{ product { id } }');
    expect(
      errors.map(({ extensions }) => extensions.code),
      shown,
    ).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });
});
