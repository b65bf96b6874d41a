/** The context in arguments and ids: what it shows, what it is charged, and what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { ExplicitContext } from '../../../src/domain/shopper-context.ts';
import { formatMarks } from '../../../src/graphql/schema/context-marks.ts';
import { formatGlobalId, parseGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const { products, nodes } = demoIds;
const parent = products.showcaseParent;
const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const productIn = (context: ExplicitContext, id: string = products.showcaseChild) =>
  formatGlobalId('Product', id, formatMarks(context));
const told = ({ errors }: Answer) =>
  errors.map(({ path, extensions: { code, violations = [] } }) => [
    path?.join('.'),
    code,
    violations.map((one) => [one.path.join('.'), one.rule]),
  ]);

const prices = 'price(currency: "EUR") { money { formatted } }';
const byNode = `query($id: ID!) { node(id: $id) { id ... on Product { resourceId name ${prices} } } }`;
const byNodes = `query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Product { name ${prices} } } }`;

describeEachEngine('the context of a field', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it('two aliases show two contexts side by side, each with its own prices, texts and ids', async () => {
    const { data, errors, shown } = await gateway.ask(`{
      web: product(id: "${products.showcaseChild}", context: { channel: "web" }) { id ${prices} }
      mobile: product(id: "${products.showcaseChild}", context: { channel: "mobile", language: "DE" }) { id ${prices} }
      headers: product(id: "${products.showcaseChild}") { id ${prices} }
    }`);
    expect(errors, shown).toEqual([]);
    const price = (formatted: string) => ({ money: { formatted } });
    expect(data, shown).toEqual({
      web: { id: encode(`Product?c=web:${products.showcaseChild}`), price: price('€329.95') },
      mobile: { id: encode(`Product?c=mobile&l=de:${products.showcaseChild}`), price: price('312,95\u00a0€') },
      headers: { id: encode(`Product:${products.showcaseChild}`), price: price('€329.95') },
    });
  });

  it('a member that is null or absent is as the header says; one that is empty is stated', async () => {
    const { data, shown } = await gateway.ask(
      `query($none: ContextInput, $null: ContextInput, $empty: ContextInput) {
        none: product(id: "${parent}", context: $none) { id }
        null: product(id: "${parent}", context: $null) { id }
        empty: products(first: 1, context: $empty) { nodes { id } context { channel tag rule { name } } }
        header: products(first: 1) { context { channel tag rule { name } } } }`,
      { null: { channel: null, tag: null, language: null }, empty: { channel: '', tag: '', language: '' } },
      { channel: 'mobile', tag: 'vip', language: 'de' },
    );
    expect(data.none, shown).toEqual({ id: encode(`Product:${parent}`) });
    expect(data.null, shown).toEqual(data.none);
    expect(Buffer.from(data.empty.nodes[0].id, 'base64url').toString()).toMatch(/^Product\?c=&t=&l=:/);
    expect(data.empty.context, shown).toEqual({ channel: '', tag: '', rule: { name: 'Everybody' } });
    expect(data.header.context, shown).toMatchObject({ channel: 'mobile', tag: 'vip' });
  });

  it('whatever hangs on a field is in its context', async () => {
    const { data, errors, shown } = await gateway.ask(`{
      product(id: "${parent}", context: { channel: "mobile", language: "de" }) {
        childProducts(first: 1) { nodes { id parent { id } ${prices} } context { channel rule { name } } pageCursors { totalPages } }
        variations { id options { id } }
        variationMatrix(first: 100) { nodes { product { id } } }
        breadcrumbNodes { id parent { id } }
        priceRange(currency: "EUR") { min { money { formatted } } }
      } }`);
    expect(errors, shown).toEqual([]);
    const ids = [...JSON.stringify(data).matchAll(/"id":"([^"]+)"/g)].map(([, id]) =>
      Buffer.from(id ?? '', 'base64url').toString('utf8'),
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !/^[A-Za-z]+\?c=mobile&l=de:/.test(id))).toEqual([]);
    expect(data.product.childProducts.context, shown).toEqual({ channel: 'mobile', rule: { name: 'The app' } });
    expect(data.product.priceRange.min.money.formatted, shown).toMatch(/^[\d.,]+\u00a0€$/);
  });

  it('node and nodes answer in the context of the id, over headers, item by item', async () => {
    const ids = [
      productIn({ channel: 'mobile' }),
      productIn({}),
      productIn({ channel: 'web', tag: '' }),
      productIn({ channel: 'mobile', language: 'de' }),
      productIn({ channel: 'mobile' }),
    ];
    const { data, errors, shown } = await gateway.ask(byNodes, { ids }, { channel: 'mobile', language: 'fr' });
    expect(errors, shown).toEqual([]);
    expect(
      data.nodes.map((node: { id: string; price: { money: { formatted: string } } }) => [
        node.id,
        node.price.money.formatted.replaceAll(/\s/g, ' '),
      ]),
      shown,
    ).toEqual([
      [ids[0], '312,95 €'],
      [ids[1], '312,95 €'],
      [ids[2], '329,95 €'],
      [ids[3], '312,95 €'],
      [ids[4], '312,95 €'],
    ]);
  });

  it('in arguments and filters an id only names its thing', async () => {
    const mobile = productIn({ channel: 'mobile', language: 'de' }, parent);
    const { data, errors, shown } = await gateway.ask(
      `query($id: ID!, $node: ID!) {
        product(id: $id) { id ${prices} }
        childProducts(productId: $id, first: 1) { context { channel } nodes { parent { id } } }
        products(filter: { id: { in: [$id] } }) { nodes { id } }
        catalogNodes(filter: { id: { in: [$node] } }) { nodes { id } }
      }`,
      { id: mobile, node: formatGlobalId('CatalogNode', nodes.jackets, '?c=mobile') },
      { channel: 'web' },
    );
    expect(errors, shown).toEqual([]);
    expect(data, shown).toMatchObject({
      product: { id: productIn({}, parent) },
      childProducts: { context: { channel: 'web' }, nodes: [{ parent: { id: productIn({}, parent) } }] },
      products: { nodes: [{ id: productIn({}, parent) }] },
      catalogNodes: { nodes: [{ id: formatGlobalId('CatalogNode', nodes.jackets) }] },
    });
  });

  it("an option's id selects it, as the platform's own does", async () => {
    const options = await gateway.ask(
      `{ product(id: "${parent}", context: { language: "de" }) { variations { options { id resourceId } } } }`,
    );
    const chosen = options.data.product.variations.map(
      ({ options: [, second] }: { options: { id: string }[] }) => second,
    );
    const query = `query($ids: [ID!]!) { product(id: "${parent}") { variant(selectedOptions: $ids) { id }
      optionAvailability(selectedOptions: $ids) { optionId isSelected isAvailable } } }`;
    const [byGlobalId, byResourceId] = await Promise.all(
      ['id', 'resourceId'].map((name) =>
        gateway.ask(query, { ids: chosen.map((one: Record<string, string>) => one[name]) }),
      ),
    );
    expect(byGlobalId?.errors, byGlobalId?.shown).toEqual([]);
    expect(byGlobalId?.data, byGlobalId?.shown).toEqual(byResourceId?.data);
  });

  it("a plan's prices are formatted in the language of their argument, or else the header's", async () => {
    const query = `query($id: ID!) { node(id: $id) { ... on BillingPlan {
      de: prices(language: "de") { money { formatted } } header: prices { money { formatted } } } } }`;
    const id = formatGlobalId('BillingPlan', demoIds.plan);
    const { data, errors, shown } = await gateway.ask(query, { id }, { language: 'ja' });
    expect(errors, shown).toEqual([]);
    expect(data.node.de[0].money.formatted, shown).toMatch(/,\d\d\u00a0€$/);
    expect(data.node.header[0].money.formatted, shown).toMatch(/^€/);
  });

  it("a plan's prices in a language that is none are null alone", async () => {
    const query =
      'query($id: ID!) { node(id: $id) { ... on BillingPlan { name prices(language: "1") { includesTax } } } }';
    const { data, errors, shown } = await gateway.ask(query, { id: formatGlobalId('BillingPlan', demoIds.plan) });
    expect(errors, shown).toEqual([expect.objectContaining({ path: ['node', 'prices'] })]);
    expect(data.node, shown).toEqual({ name: expect.any(String), prices: null });
  });

  describe('a cursor of another context', () => {
    const page = (argument: string) => `query($after: String) {
      childProducts(productId: "${parent}", first: 1, after: $after, ${argument}) { pageInfo { endCursor } } }`;
    it.each([
      ['another catalog', 'context: { channel: "web" }', 'context: { channel: "mobile" }'],
      [
        'another language of the names that are read',
        'filter: { name: { in: ["Storm Shell Jacket, L, Lichen Green, Long"] } }, context: { language: "en" }',
        'filter: { name: { in: ["Storm Shell Jacket, L, Lichen Green, Long"] } }, context: { language: "de" }',
      ],
    ])('is refused with a sentence that says so: %s', async (_title, one, other) => {
      const { data, shown } = await gateway.ask(page(one));
      const after = data.childProducts.pageInfo.endCursor;
      expect(after, shown).not.toBeNull();
      const refused = await gateway.ask(page(other), { after });
      expect(told(refused), refused.shown).toEqual([['childProducts', 'VALIDATION_FAILED', [['after', 'cursor']]]]);
      expect(refused.errors[0]?.message, refused.shown).toContain("'after' is of another context");
    });
  });

  describe('what is edited by hand', () => {
    it.each([
      'Product?:ID',
      'Product?c=mobile&t=:ID ',
      'Product?t=vip&c=mobile:ID',
      'Product?c=%6Dobile:ID',
      'Product?l=DE-de:ID',
      'Product?l=de,en:ID',
      'Product?a=account:ID',
      'Product?c=mobile&catalog=x:ID',
      `Product?c=${'x'.repeat(65)}:ID`,
      'Catalog?c=mobile:ID',
      'BillingSubscription?c=mobile:ID',
      'ProductVariation?c=mobile:ID/ID',
    ])('the id %s names nothing', async (text) => {
      const id = encode(text.replaceAll('ID', products.showcaseChild));
      const answer = await gateway.ask(byNode, { id });
      expect(answer.data, answer.shown).toEqual({ node: null });
      expect(told(answer), answer.shown).toEqual([['node', 'NOT_FOUND', [['id', 'reference']]]]);
      const asArgument = await gateway.ask('query($id: ID!) { product(id: $id) { id } }', { id });
      expect(told(asArgument), asArgument.shown).toEqual([['product', 'NOT_FOUND', [['id', 'reference']]]]);
    });

    it('an id reaches nothing that a header could not', async () => {
      const edits = fc.record({ at: fc.nat({ max: 60 }), drop: fc.nat({ max: 3 }), put: fc.string({ maxLength: 3 }) });
      const start = `Product?c=mobile&t=vip&l=de-DE:${products.showcaseChild}`;
      await fc.assert(
        fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 3 }), async (all) => {
          const edited = all.reduce(
            (text, { at, drop, put }) => text.slice(0, at) + put + text.slice(at + drop),
            start,
          );
          const id = encode(edited);
          const answer = await gateway.ask(byNode, { id });
          const { data, shown } = answer;
          expect(told(answer), shown).toEqual(data.node === null ? [['node', 'NOT_FOUND', [['id', 'reference']]]] : []);
          const globalId = parseGlobalId(id);
          if (globalId?.type !== 'Product') {
            expect(data.node, shown).toBeNull();
            return;
          }
          const {
            channel = '',
            tag = '',
            language = '',
          } = Object.fromEntries(
            [...globalId.marks.matchAll(/[?&]([ctl])=([^&]*)/g)].map(([, letter, value]) => [
              { c: 'channel', t: 'tag', l: 'language' }[letter as 'c'],
              decodeURIComponent(value ?? ''),
            ]),
          );
          const plainId = formatGlobalId('Product', globalId.id);
          const byHeaders = await gateway.ask(byNode, { id: plainId }, { channel, tag, language });
          expect(data.node && { ...data.node, id: plainId }, shown).toEqual(byHeaders.data.node);
        }),
        { numRuns: 100 },
      );
    });
  });

  const badContexts: [title: string, context: unknown, literal: string | null, violations: [string, string][]][] = [
    [
      '65 characters',
      { channel: 'a'.repeat(65) },
      `{ channel: "${'a'.repeat(65)}" }`,
      [['context.channel', 'maxLength']],
    ],
    ['an emoji', { tag: '😀' }, '{ tag: "😀" }', [['context.tag', 'pattern']]],
    ['a space at the end', { channel: 'web ' }, '{ channel: "web " }', [['context.channel', 'pattern']]],
    ['a line break', { channel: 'a\nb' }, '{ channel: "a\\nb" }', [['context.channel', 'pattern']]],
    ['NUL', { tag: 'a\0' }, '{ tag: "a\\u0000" }', [['context.tag', 'pattern']]],
    ['a lone surrogate', { tag: 'a\ud800' }, null, [['context.tag', 'characters']]],
    [
      'several languages',
      { language: 'de, en;q=0.5' },
      '{ language: "de, en;q=0.5" }',
      [['context.language', 'pattern']],
    ],
    ['any language', { language: '*' }, '{ language: "*" }', [['context.language', 'pattern']]],
    [
      'everything at once',
      { channel: 'é', tag: 'a'.repeat(300), language: '_' },
      `{ channel: "é", tag: "${'a'.repeat(300)}", language: "_" }`,
      [
        ['context.channel', 'pattern'],
        ['context.tag', 'maxLength'],
        ['context.language', 'pattern'],
      ],
    ],
  ];
  const fields: [field: string, type: string, faulty: string, violation: [string, string]][] = [
    ['product', 'id: "', '', ['id', 'minLength']],
    ['products', 'first: ', '0', ['first', 'min']],
    ['childProducts', 'productId: "', '', ['productId', 'minLength']],
    ['catalogNodes', 'first: ', '0', ['first', 'min']],
  ];
  const argumentsOf = (start: string, value: string) => `${start}${value}${start.includes('"') ? '"' : ''}`;

  it.each(badContexts)(
    '%s are refused as a variable and as a literal, with the other faults',
    async (_title, context, literal, violations) => {
      for (const [field, start, faulty, own] of fields) {
        const inner = field === 'product' ? '{ id }' : '{ totalCount }';
        const all = argumentsOf(start, faulty);
        const answers = [
          await gateway.ask(`query($context: ContextInput) { ${field}(${all}, context: $context) ${inner} }`, {
            context,
          }),
          ...(literal ? [await gateway.ask(`{ ${field}(${all}, context: ${literal}) ${inner} }`)] : []),
        ];
        for (const answer of answers) {
          const [[place, code, found] = []] = told(answer);
          expect([place, code], answer.shown).toEqual([field, 'VALIDATION_FAILED']);
          expect((found as string[][]).map(String).sort(), answer.shown).toEqual(
            [...violations, own].map(String).sort(),
          );
        }
      }
    },
  );

  it.each<[string, unknown, [string, string][]]>([
    ['a number', { channel: 5 }, [['context.channel', 'type']]],
    ['a list', { tag: ['vip'] }, [['context.tag', 'type']]],
    ['an unknown member', { account: 'x' }, [['context.account', 'type']]],
    ['a text', 'mobile', [['context', 'type']]],
  ])('%s is no context', async (_title, context, violations) => {
    const query = 'query($context: ContextInput) { products(first: 1, context: $context) { totalCount } }';
    const answer = await gateway.ask(query, { context });
    expect(answer.data, answer.shown).toBeNull();
    expect(told(answer), answer.shown).toEqual([[undefined, 'VALIDATION_FAILED', violations]]);
  });

  describe('the number of contexts', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => productIn({ tag: `tag-${index}` }));

    it('is ten at most: more end the operation, with the limit named, and few statements', async () => {
      for (const count of [11, 100]) {
        gateway.statements.length = 0;
        const { data, errors, shown } = await gateway.ask(byNodes, { ids: ids(count) });
        expect(data, shown).toBeNull();
        expect(
          errors.map(({ extensions: { code, limitName, limit } }) => [code, limitName, limit]),
          shown,
        ).toEqual([['LIMIT_EXCEEDED', 'contexts', 10]]);
        expect(gateway.statements.length, shown).toBeLessThan(30);
      }
    });

    it('ten are shown, a hundred ids of them in as many statements as ten', async () => {
      await gateway.ask(byNodes, { ids: ids(1) });
      const count = async (asked: string[]) => {
        gateway.statements.length = 0;
        const { errors, shown } = await gateway.ask(byNodes, { ids: asked });
        expect(errors, shown).toEqual([]);
        return gateway.statements.length;
      };
      const one = await count(ids(1));
      const ten = await count(ids(10));
      expect(ten).toBeLessThanOrEqual(10 * one);
      expect(await count(Array.from({ length: 10 }, () => ids(10)).flat())).toBeLessThanOrEqual(ten);
    });

    it('counts those of arguments and of headers too', async () => {
      const aliases = (count: number) =>
        Array.from(
          { length: count },
          (_, index) => `a${index}: products(first: 1, context: { tag: "${index}" }) { totalCount }`,
        );
      const ten = await gateway.ask(`{ ${aliases(10).join(' ')} }`);
      expect(ten.errors, ten.shown).toEqual([]);
      const eleven = await gateway.ask(`{ ${aliases(10).join(' ')} products(first: 1) { totalCount } }`);
      expect(
        eleven.errors.map(({ extensions: { limitName } }) => limitName),
        eleven.shown,
      ).toEqual(['contexts']);
    });

    it('each is charged', async () => {
      const alias = (index: number) =>
        `a${index}: products(first: 20, context: { tag: "${index}" }) { nodes { name } }`;
      const costs = [];
      for (const count of [1, 2, 3]) {
        const { extensions } = await gateway.ask(
          `{ ${Array.from({ length: count }, (_, index) => alias(index)).join(' ')} }`,
        );
        costs.push(extensions.cost?.actual ?? 0);
      }
      const [one = 0, two, three] = costs;
      expect([two, three]).toEqual([2 * one, 3 * one]);
    });
  });

  describe('where only headers may name it', () => {
    const pinned = (...asked: Parameters<Gateway['ask']>) => gateway.with({ contextFrom: 'headers' }).ask(...asked);
    const query = 'query($context: ContextInput) { products(first: 1, context: $context) { context { channel tag } } }';

    it.each([
      ['equal to them', { channel: 'mobile', tag: '', language: 'DE' }, []],
      ['a part of them', { language: 'de' }, []],
      ['none', null, []],
      ['another channel', { channel: 'web' }, [['context.channel', 'context']]],
      [
        'another tag and language',
        { tag: 'vip', language: 'fr' },
        [
          ['context.tag', 'context'],
          ['context.language', 'context'],
        ],
      ],
      ['an empty channel', { channel: '' }, [['context.channel', 'context']]],
    ])('an argument may be %s', async (_title, context, violations) => {
      const answer = await pinned(query, { context }, { channel: 'mobile', language: 'de' });
      expect(told(answer), answer.shown).toEqual(
        violations.length === 0 ? [] : [['products', 'VALIDATION_FAILED', violations]],
      );
    });

    it('an id that says otherwise is null with an error, the others stay', async () => {
      const ids = [productIn({ channel: 'mobile' }), productIn({ channel: 'web' }), productIn({})];
      const answer = await pinned(byNodes, { ids }, { channel: 'mobile' });
      expect(
        answer.data.nodes.map((node: { id: string } | null) => node?.id ?? null),
        answer.shown,
      ).toEqual([ids[0], null, ids[2]]);
      expect(told(answer), answer.shown).toEqual([['nodes.1', 'VALIDATION_FAILED', [['id.channel', 'context']]]]);
      const single = await pinned(byNode, { id: ids[1] }, { channel: 'mobile' });
      expect([single.data, told(single)], single.shown).toEqual([
        { node: null },
        [['node', 'VALIDATION_FAILED', [['id.channel', 'context']]]],
      ]);
    });

    it('an id that only names its thing is taken', async () => {
      const answer = await pinned(
        'query($id: ID!) { product(id: $id) { id } }',
        { id: productIn({ channel: 'web' }) },
        { channel: 'mobile' },
      );
      expect([answer.data, answer.errors], answer.shown).toEqual([{ product: { id: productIn({}) } }, []]);
    });
  });
});
