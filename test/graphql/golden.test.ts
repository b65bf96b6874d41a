/**
 * Golden triples: a query, its answer, and the statements it ran on both engines, with their number. A review sees every
 * change of behaviour, and of SQL. `npm run golden` writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../support/gateway.ts';

const folder = join(import.meta.dirname, 'golden');
const isUpdate = process.env.UPDATE_GOLDEN === '1';
const { showcaseParent, manyChildrenParent, standard, bundle } = demoIds.products;

const goldens: Record<string, object> = {
  'children-page': { parent: manyChildrenParent },
  'children-in-context': { parent: showcaseParent },
  'not-a-base-product': { parent: standard },
  'product-in-full': { parent: showcaseParent, bundle },
  'nodes-and-names': { nodes: Object.values(demoIds.nodes) },
  'application-key': { id: demoIds.applicationKeys.storefront, api: demoIds.customApi },
};

describeEachEngine('golden', (open, engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open);
  });
  afterAll(() => gateway.drop());

  /** The directory of catalogs is read once a second: forgetting it makes each query show the statement. */
  async function run(query: string, variables: object): Promise<{ answer: Answer; statements: string[] }> {
    gateway.forget();
    gateway.statements.length = 0;
    const answer = await gateway.ask(query, variables);
    return { answer, statements: gateway.statements.map((statement) => statement.replace(/\s+/g, ' ')) };
  }

  it.each(Object.entries(goldens))('%s', async (name, variables) => {
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

  it('100 aliased parents cost the statements of 2', async () => {
    const count = async (parents: number) => {
      const fields = Array.from({ length: parents }, (_, index) => {
        const parent = index % 2 === 0 ? showcaseParent : manyChildrenParent;
        return `p${index}: childProducts(productId: "${parent}", first: ${1 + (index % 9)}) { ...C }`;
      });
      const { answer, statements } = await run(`{ ${fields.join(' ')} } ${childrenFragment}`, {});
      expect(answer.errors, answer.shown).toEqual([]);
      expect(Object.keys(answer.data).length).toBe(parents);
      expect(answer.data.p1.nodes.length).toBe(2);
      return statements.length;
    };
    const ofTwo = await count(2);
    expect(ofTwo).toBeLessThanOrEqual(4);
    expect(await count(50)).toBe(ofTwo);
    expect(await count(100)).toBe(ofTwo);
  });
});

const childrenFragment = `fragment C on ProductConnection {
  totalCount nodes { name parent { name componentProducts { name } } breadcrumbs { node { name } path { name } } } }`;

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
