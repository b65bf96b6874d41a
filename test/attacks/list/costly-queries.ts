/** The benchmark's most costly shapes, each as large as it is accepted. */
import { candidates } from '../../support/costly-queries.ts';
import type { RequestAttack } from '../attack.ts';

/** From what no limit allows downwards: refusals cost little, the first that is not refused is the largest, nearly. */
const sizes = [200, 150, 110, 80, 60, 45, 34, 25, 18, 13, 9, 6, 4, 2, 1];

export const costlyQueries: readonly RequestAttack[] = Object.entries(candidates).map(([name, create]) => ({
  row: null,
  name: `costly: ${name}`,
  expected: /^\d+ times: (200|200 LIMIT_EXCEEDED cost)$/,
  // A generated store has no bundle.
  ...(name === 'all of a bundle' && { stores: ['demo'] }),
  async send({ post, store }) {
    const products = store.name === 'demo' ? undefined : { ...store, showcase: store.parent, bundle: '' };
    let last = '';
    for (const size of sizes) {
      last = (await post({ query: create(size, products) })).summary;
      if (!last.startsWith('400 LIMIT_EXCEEDED')) return `${size} times: ${last}`;
    }
    return last;
  },
}));
