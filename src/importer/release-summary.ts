/** What is said of a release as a whole, collected while its records come, in any order. */
import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type { LanguageCounts, ReleaseSummary } from '../domain/release/ports.ts';
import { createContentDigest } from './content-digest.ts';
import { createLanguageCount, languagesOf } from './language-count.ts';
import type { LoadedProduct } from './to-release.ts';

/** With more products that are not copied, it is not worth while to know which ones they are. */
const maxOtherIds = 20_000;

export interface SummaryOptions {
  /** The release that products are copied from. */
  readonly basedOn: string | null;
  /** Its; null: none are copied. */
  readonly languageCounts: LanguageCounts | null;
}

export function createSummary({ basedOn, languageCounts }: SummaryOptions) {
  const languages = createLanguageCount(languageCounts);
  const content = createContentDigest();
  const from = languageCounts === null ? null : basedOn;
  const otherIds = new Set<string>();

  function noteOther(id: string): void {
    if (from !== null && otherIds.size <= maxOtherIds) otherIds.add(id);
  }

  return {
    /** Whether they are few enough. */
    knowsOthers: () => otherIds.size <= maxOtherIds,

    addProduct({ row, languages: ofProduct }: LoadedProduct): void {
      languages.addProduct(ofProduct);
      content.add(row.digest);
      noteOther(row.id);
    },

    addCopied(digests: readonly string[]): void {
      for (const digest of digests) content.add(digest);
    },

    /** A product of the release that products are copied from. */
    leaveOut(record: ProductResource): void {
      languages.removeProduct(languagesOf(record));
      noteOther(record.id);
    },

    addNode(record: NodeResource, digest: string): void {
      languages.addNode(record);
      content.add(digest);
    },

    end: (): ReleaseSummary => ({
      languages: languages.list(),
      languageCounts: languages.ofProducts(),
      digest: content.toString(),
      copied: from === null || otherIds.size > maxOtherIds ? null : { releaseId: from, otherIds },
    }),
  };
}
