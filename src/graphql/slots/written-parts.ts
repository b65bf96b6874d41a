/**
 * What products show of the same selection again and again (`fixed-fields.ts`), as it was written, with what it was charged: found with the
 * product as it is stored, by marks, by the language that is wanted (of amounts) and by that of its texts. 20 parents with their variations
 * and a variant take 1.2 to 1.4 times the processor's time without it (`bench/notebook/fast-paths.md`).
 */
import { LRUCache } from 'lru-cache';
import type { Product } from '../../domain/product/product.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import type { WriteValue } from '../bytes/query-run.ts';
import type { Seen } from '../view/catalog-view.ts';
import { copyWritten, keepWhole, type WrittenText } from './written-text.ts';

interface WrittenPart extends WrittenText {
  /** Where it is found, and as what. */
  readonly ofProduct: Map<string, WrittenPart>;
  readonly key: string;
}

const maxBytes = 16_000_000;
/** With its places, beside its bytes. */
const bytesOfPart = 500;
/** A longer one is a caller's invention. */
const longestLanguage = 100;

/** Which of them stay: no text of a key and a product's id is made for each that is looked up. */
const parts = new LRUCache<WrittenPart, WrittenPart>({
  maxSize: maxBytes,
  maxEntrySize: maxBytes / 100,
  sizeCalculation: ({ text }) => bytesOfPart + text.length,
  dispose: ({ ofProduct, key }) => void ofProduct.delete(key),
});
const written = createMemo<Product, Map<string, WrittenPart>>('written parts');
let plans = 0;

export interface KeptParts {
  /** The same: what was written before is copied. */
  readonly write: WriteValue;
  /** Whether that of the product was written before. */
  has(product: Seen<Product>): boolean;
}

/** Of a part of a selection of products. */
export function keepWritten(write: WriteValue): KeptParts {
  plans += 1;
  const keyOf = createKeys(plans);
  const writeOrCopy: WriteValue = (value, run, out) => {
    const product = value as Seen<Product>;
    const { stored } = product;
    const key = keyOf(product);
    if (key === null) return write(value, run, out);
    const known = written.get(stored)?.get(key);
    if (known) {
      parts.get(known);
      copyWritten(known, run, out);
      return;
    }
    const made = keepWhole(() => write(value, run, out), run, out);
    if (made) keep({ ...made, ofProduct: memoised(written, stored, () => new Map()), key });
  };
  return {
    write: writeOrCopy,
    has(product) {
      const key = keyOf(product);
      return key !== null && (written.get(product.stored)?.has(key) ?? false);
    },
  };
}

function keep(part: WrittenPart): void {
  parts.set(part, part);
  // One that is too large is not kept.
  if (parts.has(part)) part.ofProduct.set(part.key, part);
}

/** Null: what products show may change, as a platform's do, or is not worth being kept. */
function createKeys(plan: number): (product: Seen<Product>) => string | null {
  let last = { marks: '', language: '', shown: null as string | null, key: '' };
  return ({ language: shown, view: { marks, requestContext } }) => {
    const { language, upstream } = requestContext;
    if (upstream || language.length > longestLanguage) return null;
    // Of a list nearly all have the same.
    if (last.key === '' || marks !== last.marks || language !== last.language || shown !== last.shown) {
      last = { marks, language, shown, key: `${plan} ${marks} ${language} ${shown}` };
    }
    return last.key;
  };
}
