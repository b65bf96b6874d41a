/** The data set in the shape of the graph, as the gateway itself answers it: what the peers hold in memory. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { everything } from '../../test/support/costly-queries.ts';
import { startGateway } from '../servers/gateway.ts';
import { ask } from './http-ask.ts';

/** What the loads need to know of a parent; the peers read all of it. */
export interface ParentFacts {
  readonly resourceId: string;
  readonly children: readonly { readonly resourceId: string }[];
  readonly variationMatrix: readonly { readonly optionIds: readonly string[]; readonly productId: string }[];
}

const listQuery = `query($after: String) { products(first: 100, after: $after, filter: { productTypes: { eq: "parent" } }) {
  pageInfo { hasNextPage endCursor } nodes { resourceId } } }`;
/** A peer's response cache reads the id of whatever has one, whether it is requested or not. */
const ids = 'mainImage { id } breadcrumbs { node { id } path { id } } breadcrumbNodes { parent { id } }';
const ofProduct = `${everything} mainImage { url } ${ids}`;
export const parentQuery = `query($id: ID!) { product(id: $id) {
  ${ofProduct} variationMatrix(first: 100) { nodes { optionIds productId } } childProducts(first: 100) { nodes { ${ofProduct} } } } }`;

interface GraphFile {
  readonly graphFile: string;
}

/** @param dataDirectory of an embedded database that holds the data set */
export async function writeGraphFile({
  graphFile,
  dataDirectory,
}: GraphFile & { readonly dataDirectory: string }): Promise<void> {
  const gateway = await startGateway({ DATA_DIR: dataDirectory });
  const url = `http://127.0.0.1:${gateway.port}/graphql`;
  const file = createWriteStream(graphFile);
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const { products } = await ask(url, { query: listQuery, variables: { after } });
    for (const { resourceId } of products.nodes) {
      const { product } = await ask(url, { query: parentQuery, variables: { id: resourceId } });
      const { childProducts, variationMatrix, ...others } = product;
      const parent = { ...others, variationMatrix: variationMatrix.nodes, children: childProducts.nodes };
      if (!file.write(`${JSON.stringify(parent)}\n`)) await once(file, 'drain');
    }
    after = products.pageInfo.endCursor;
    hasMore = products.pageInfo.hasNextPage;
  }
  file.end();
  await once(file, 'close');
  await gateway.stop();
}

export async function readParents({ graphFile }: GraphFile): Promise<ParentFacts[]> {
  const parents: ParentFacts[] = [];
  for await (const line of createInterface({ input: createReadStream(graphFile) })) {
    const { resourceId, children, variationMatrix } = JSON.parse(line) as ParentFacts;
    parents.push({
      resourceId,
      variationMatrix,
      children: children.map((child) => ({ resourceId: child.resourceId })),
    });
  }
  return parents;
}
