/**
 * What products show of the same selection again and again (`fixed-fields.ts`), as it was written, with what it was charged: found by
 * release, product, language and marks. 20 parents with their variations and a variant take 1.2 to 1.4 times the processor's time without
 * it (`bench/baseline.md`, fast paths).
 */
import { LRUCache } from 'lru-cache';
import type { Product } from '../../domain/product/product.ts';
import type { Constant } from '../bytes/byte-writer.ts';
import type { WriteValue } from '../bytes/query-run.ts';
import type { Made } from '../limits/work-plan.ts';
import type { InView } from '../view/catalog-view.ts';

interface WrittenPart extends Made {
  readonly text: Constant;
}

const maxBytes = 16_000_000;
/** With its key, beside its bytes. */
const bytesOfPart = 500;
/** A longer one is a caller's invention. */
const longestLanguage = 100;

const parts = new LRUCache<string, WrittenPart>({
  maxSize: maxBytes,
  maxEntrySize: maxBytes / 100,
  sizeCalculation: ({ text }) => bytesOfPart + text.length,
});
let plans = 0;

export interface KeptParts {
  /** The same: what was written before is copied. */
  readonly write: WriteValue;
  /** Whether that of the product was written before. */
  has(product: InView<Product>): boolean;
}

/** Of a part of a selection of products. */
export function keepWritten(write: WriteValue): KeptParts {
  plans += 1;
  const keyOf = createKeys(plans);
  const writeOrCopy: WriteValue = (value, run, out) => {
    const { work } = run.context;
    const key = keyOf(value as InView<Product>);
    if (key === null) {
      write(value, run, out);
      return;
    }
    const known = parts.get(key);
    if (known) {
      work.complete(null, known, []);
      out.write(known.text);
      return;
    }
    const [start, before, gaps] = [out.length, work.made(), run.gaps];
    write(value, run, out);
    // Something was yet to come, or failed.
    if (run.gaps !== gaps) return;
    const { units, bytes } = work.made();
    parts.set(key, { units: units - before.units, bytes: bytes - before.bytes, text: out.constantFrom(start) });
  };
  return {
    write: writeOrCopy,
    has(product) {
      const key = keyOf(product);
      return key !== null && parts.has(key);
    },
  };
}

/** Null: what it shows may change, as a platform's products do, or is not worth being kept. */
function createKeys(plan: number): (product: InView<Product>) => string | null {
  const last = { releaseId: '', marks: '', language: '', start: '' };
  return ({ id, releaseId, view }) => {
    const { language, upstream } = view.requestContext;
    if (upstream || language.length > longestLanguage) return null;
    // Of a list all but the id is the same.
    if (last.start === '' || releaseId !== last.releaseId || view.marks !== last.marks || language !== last.language) {
      const start = `${plan} ${releaseId} ${view.marks} ${language.length} ${language} `;
      Object.assign(last, { releaseId, marks: view.marks, language, start });
    }
    return last.start + id;
  };
}
