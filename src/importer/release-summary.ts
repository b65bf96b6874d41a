/** What is said of a release as a whole, collected while its records come, in any order. */
import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type { LanguageCounts, ReleaseSummary } from '../domain/release/ports.ts';
import { createContentDigest } from './content-digest.ts';
import { createLanguageCount } from './language-count.ts';

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

    addProduct(record: ProductResource, digest: string): void {
      languages.add(record);
      content.add(digest);
      noteOther(record.id);
    },

    addCopied(digests: readonly string[]): void {
      for (const digest of digests) content.add(digest);
    },

    /** A product of the release that products are copied from. */
    leaveOut(record: ProductResource): void {
      languages.remove(record);
      noteOther(record.id);
    },

    addNode(record: NodeResource, digest: string): void {
      languages.add(record);
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
