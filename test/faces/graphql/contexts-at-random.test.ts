/**
 * What one operation says of several contexts, by aliases, ids and whatever is nested, is what requests say that name each of
 * them by headers alone: random documents are held against those.
 */
import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { contextMembers, type ExplicitContext } from '../../../src/domain/shopper-context.ts';
import { formatMarks } from '../../../src/graphql/schema/context-marks.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, openGateway } from '../../support/gateway.ts';
import { plain, randomField, randomSelection } from '../../support/random-query.ts';
import { runs } from '../../support/runs.ts';
import { useOpened } from '../../support/use-opened.ts';

const { products, nodes } = demoIds;

const context = fc.record(
  {
    channel: fc.constantFrom('', 'mobile', 'web'),
    tag: fc.constantFrom('', 'vip'),
    language: fc.constantFrom('', 'de', 'de-CH', 'fr', 'ja'),
  },
  { requiredKeys: [] },
);
const headers = fc.record({
  channel: fc.constantFrom('', 'mobile'),
  tag: fc.constantFrom('', 'vip'),
  language: fc.constantFrom('', 'en', 'de-AT, de;q=0.9', 'fr'),
});

const options = {
  ...plain,
  values: { ...plain.values, key: ['"a"'] },
  roots: [
    ...plain.roots,
    `product(id: "${products.notOnMobile}")`,
    `catalogNodes(filter: { id: { in: ["${nodes.jackets}", "absent", "${nodes.hardshells}"] } }, first: 2)`,
    `childProducts(productId: "${products.showcaseParent}", first: 2, filter: { name: { in: ["Storm Shell Jacket", "x"] } })`,
  ],
};
/** Whatever is random, something is nested. */
const nested = `... on Product {
  parent { id name price(currency: "EUR") { money { formatted } } prices { money { formatted } } }
  breadcrumbs { node { id name parent { id name } } } variations { id options { id } }
  priceRange(currency: "EUR") { min { money { formatted } } } }`;

interface Shown {
  readonly context: ExplicitContext;
  /** The same with a context in arguments or in ids, and without: there headers say it. */
  readonly field: (explicit: ExplicitContext | null) => string;
}

const byArgument: fc.Arbitrary<Shown> = fc.record({ one: randomField(options), context }).map(({ one, context }) => ({
  context,
  field: (explicit) => `${withArgument(one.root, explicit)} ${one.selection}`,
}));
const byId: fc.Arbitrary<Shown> = fc
  .record({
    id: fc.constantFrom(
      products.showcaseParent,
      products.showcaseChild,
      products.bundle,
      products.notOnMobile,
      'absent',
    ),
    selection: randomSelection('product', options),
    context,
  })
  .map(({ id, selection, context }) => ({
    context,
    field: (explicit) => `node(id: "${idIn('Product', id, explicit)}") { id ... on Product ${selection} ${nested} }`,
  }));
const byIds: fc.Arbitrary<Shown> = fc
  .record({ ids: fc.shuffledSubarray([nodes.clothing, nodes.jackets, nodes.hardshells, 'absent']), context })
  .map(({ ids, context }) => ({
    context,
    field: (explicit) =>
      `nodes(ids: [${ids.map((id) => `"${idIn('CatalogNode', id, explicit)}"`).join(' ')}]) {
        id ... on CatalogNode { name description language parent { id name } } }`,
  }));
const shown = fc.array(fc.oneof({ weight: 3, arbitrary: byArgument }, byId, byIds), { minLength: 1, maxLength: 5 });

function idIn(type: string, id: string, explicit: ExplicitContext | null): string {
  return formatGlobalId(type, id, formatMarks(explicit ?? {}));
}

function withArgument(root: string, explicit: ExplicitContext | null): string {
  if (!explicit) return root;
  const members = contextMembers.flatMap((member) => {
    const value = explicit[member];
    return value === undefined ? [] : [`${member}: ${JSON.stringify(value)}`];
  });
  return root.replace(/\)$/, `, context: { ${members.join(', ')} })`);
}

/** Without what ids say of their context. */
function facts(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'base64url').toString('utf8');
    const plainText = text.replace(/^(Product|CatalogNode|ProductVariation|ProductVariationOption)\?[^:]*:/, '$1:');
    return plainText === text ? value : Buffer.from(plainText, 'utf8').toString('base64url');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(facts);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, facts(member)]));
}

function faults({ errors }: Answer, place: string) {
  return errors
    .filter(({ path }) => path?.[0] === place)
    .map(({ path, message, extensions: { code } }) => {
      // A long id is quoted in part.
      const plainMessage = code === 'NOT_FOUND' ? message.replace(/'[^']*'/, "''") : message;
      return [path?.slice(1).join('.'), code, plainMessage];
    })
    .sort();
}

describeEachEngine('several contexts in one operation', (open, name) => {
  const gateway = useOpened(() => openGateway(open));

  it.each([
    ['executed', false],
    ['written', true],
  ])(
    'say what single ones say by headers, %s',
    async (_title, writesQueries) => {
      const face = gateway.with({ writesQueries });
      const now = new Date();
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(shown, headers, async (fields, sent) => {
          // Selections that are made up may contradict themselves.
          fc.pre(fields.every(({ field }) => validate(schema, parse(`{ ${field(null)} }`)).length === 0));
          const document = `{ ${fields.map(({ field, context }, place) => `r${place}: ${field(context)}`).join(' ')} }`;
          const mixed = await face.ask(document, {}, { ...sent, now });
          for (const [place, one] of fields.entries()) {
            const single = await gateway.ask(`{ r${place}: ${one.field(null)} }`, {}, { ...sent, ...one.context, now });
            const key = `r${place}`;
            expect(facts(mixed.data?.[key]), mixed.shown).toEqual(facts(single.data?.[key]));
            expect(faults(mixed, key), mixed.shown).toEqual(faults(single, key));
            if (mixed.data?.[key]) compared += 1;
          }
        }),
        { numRuns: name === 'sqlite' ? runs(20, 120) : runs(10, 60) },
      );
      expect(compared).toBeGreaterThan(runs(5, 40));
      expect(gateway.bugs).toEqual([]);
    },
    300_000,
  );

  it('what an id was read under is what it is fetched in, and the id stays as it is, wherever it was found', async () => {
    const ids =
      '{ id parent { id } variant(selectedOptions: []) { id } breadcrumbNodes { id } childProducts(first: 2) { nodes { id } } }';
    await fc.assert(
      fc.asyncProperty(context, headers, headers, async (explicit, sent, later) => {
        const root = withArgument(`product(id: "${products.showcaseParent}")`, explicit);
        const read = await gateway.ask(`{ ${root} ${ids} }`, {}, sent);
        const found = [...JSON.stringify(read.data).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
        const marks = formatMarks(explicit);
        for (const id of found) {
          const decoded = Buffer.from(id ?? '', 'base64url').toString('utf8');
          expect(decoded).toMatch(/^(Product|CatalogNode)[?:]/);
          expect(decoded.replace(/^[A-Za-z]+/, '').startsWith(`${marks}:`), decoded).toBe(true);
        }
        const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
        const fetched = await gateway.ask(query, { ids: found }, { ...later, ...explicit });
        const again = await gateway.ask(query, { ids: found }, { ...sent, ...later });
        for (const answer of [fetched, again]) {
          for (const [index, node] of answer.data.nodes.entries()) if (node) expect(node.id).toBe(found[index]);
        }
        expect(fetched.data.nodes.some((node: unknown) => node !== null)).toBe(true);
      }),
      { numRuns: name === 'sqlite' ? runs(8, 40) : runs(4, 20) },
    );
  }, 300_000);
});
