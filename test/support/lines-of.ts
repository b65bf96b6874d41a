import { countLines, isShown, textOfLine } from '../../src/domain/product/shown-product.ts';

/** What is shown of a product, and its details where they are read, wherever in memory they lie. */
export function linesOf(product: object): string[] {
  if (!isShown(product)) throw new Error('A product was read whole.');
  return [product, ...(product.details ? [product.details] : [])].flatMap((text) =>
    Array.from({ length: countLines(text) }, (_, line) => textOfLine(text, line)),
  );
}
