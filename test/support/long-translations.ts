import type { ProductResource } from '../../src/contract/product/product.ts';
import { productRecord } from './small-catalog.ts';

/** Products whose translations are far longer than all else of them: two mebibytes each. */
export function longTranslations(count: number): ProductResource[] {
  const locales = { de: { description: 'Hemd'.repeat(2 ** 19) } };
  return Array.from({ length: count }, (_, index) => productRecord({ id: `p${index}`, attributes: { locales } }));
}
