/**
 * Golden triples: a query, its answer, and the statements it ran on both engines, with their number. A review sees every
 * change of behaviour, and of SQL. `npm run golden` writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { format as formatSql } from 'sql-formatter';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';
import {
  blue,
  bundle,
  goldenVariables,
  manyChildrenParent,
  medium,
  red,
  regular,
  showcaseParent,
  small,
} from './golden-variables.ts';

const folder = join(import.meta.dirname, 'golden');
const isUpdate = process.env.UPDATE_GOLDEN === '1';
describeEachEngine('golden', (open, engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    // Each query shows its statements, whatever was read before.
    gateway = await openGateway(open, 'demo', { slotBytes: 0 });
    // On a busy machine statements take long enough to let others in, and what would be loaded together is loaded in two statements.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  });
  afterAll(() => {
    vi.restoreAllMocks();
    return gateway.drop();
  });

  /** The directory of catalogs is read once a second: forgetting it makes each query show the statement. */
  async function run(query: string, variables: object): Promise<{ answer: Answer; statements: string[] }> {
    gateway.forget();
    gateway.statements.length = 0;
    const answer = await gateway.ask(query, variables);
    const language = engine === 'sqlite' ? 'sqlite' : 'postgresql';
    return { answer, statements: gateway.statements.map((statement) => formatSql(statement, { language })) };
  }

  it.each(Object.entries(goldenVariables))('%s', async (name, variables) => {
    const { answer, statements } = await run(read(`${name}.graphql`), variables);
    const { data, errors } = answer;
    compare(`${name}.json`, `${JSON.stringify(stable({ data, ...(errors.length > 0 && { errors }) }), null, 2)}\n`);
    // Statements that run at the same time end in any order.
    const sql = [`-- ${format('%d statements on %s', statements.length, engine)}`, ...statements.sort()].join('\n\n');
    compare(`${name}.${engine}.sql`, `${sql}\n`);
  });

  it('a page of 100 children costs one statement, and one for its context', async () => {
    const { answer, statements } = await run(read('children-page.graphql'), { parent: manyChildrenParent });
    expect(answer.data.childProducts.nodes.length, answer.shown).toBe(100);
    expect(statements.length).toBe(2);
    const again = await gateway.ask(read('children-page.graphql'), { parent: manyChildrenParent });
    expect(again.errors).toEqual([]);
    // The context is known for a second.
    expect(gateway.statements.length).toBe(3);
  });

  it('100 aliased parents, with everything that hangs on them, cost the statements of 2', async () => {
    const count = async (parents: number) => {
      const fields = Array.from({ length: parents }, (_, index) =>
        index % 2 === 0
          ? `p${index}: product(id: "${showcaseParent}") { ...Shell }`
          : `p${index}: product(id: "${manyChildrenParent}") { ...BaseLayer }`,
      );
      const document = `{ ${fields.join(' ')} bundle: product(id: "${bundle}") { ...Parent } } ${fragments}`;
      const { answer, statements } = await run(document, {});
      expect(answer.errors, answer.shown).toEqual([]);
      expect(Object.keys(answer.data).length).toBe(parents + 1);
      expect(answer.data.p0.variant).toEqual({ name: expect.stringContaining('M, Signal Red') });
      expect(answer.data.p1.childProducts.nodes.length).toBe(2);
      return statements.length;
    };
    const ofTwo = await count(2);
    expect(ofTwo).toBeLessThanOrEqual(12);
    expect(await count(50)).toBe(ofTwo);
    expect(await count(100)).toBe(ofTwo);
  });
});

const fragments = `
  fragment Shell on Product { ...Parent childProducts(first: 1) { ...Children }
    variant(selectedOptions: ${JSON.stringify([medium, red, regular])}) { name } }
  fragment BaseLayer on Product { ...Parent childProducts(first: 2) { ...Children }
    variant(selectedOptions: ${JSON.stringify([small, blue])}) { name } }
  fragment Children on ProductConnection { totalCount pageCursors { totalPages } nodes {
    name parent { name } breadcrumbs { node { name } path { name } } } }
  fragment Parent on Product { name priceRange(currency: "EUR") { min { money { amount } } } variationMatrix(first: 100) { nodes { productId } }
    componentProducts { name } breadcrumbs { node { name } path { name } } }`;

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function compare(file: string, actual: string): void {
  if (isUpdate) writeFileSync(join(folder, file), actual);
  expect(actual, file).toBe(read(file));
}

/** What differs from run to run: the release's moment, and the request's id. */
function stable(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/"publishedAt":"20\d\d-[^"]+"/g, '"publishedAt":"<now>"')
    .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"<id>"');
  return JSON.parse(text);
}
