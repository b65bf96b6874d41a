import type { RequestContext } from '../request-context.ts';
import type { CatalogSelection } from './catalog.ts';
import { clockSkewMs, type DirectoryWatch } from './directory-watch.ts';
import { selectCatalog } from './select-catalog.ts';

/**
 * What this shopper is shown: first as it is, then each time that it is another catalog, or another release. Only the newest counts: whoever
 * is slow in asking for the next one misses those in between. `return` ends it at once, also while one is waited for.
 */
export function watchSelection(
  watch: DirectoryWatch,
  requestContext: RequestContext,
  now: () => Date,
): AsyncIterableIterator<CatalogSelection, undefined> {
  let told: string | null = null;
  let hasEnded = false;
  let wake = () => {};
  const leave = watch.join(() => wake());

  /** Null: nothing new. */
  function findNews(): CatalogSelection | null {
    // A schedule that has just begun or ended here may not have by the clock of another instance.
    const everywhere = new Date(now().getTime() - clockSkewMs);
    const selection = watch.settled && selectCatalog(watch.settled, { ...requestContext, now: everywhere });
    // A release is of one catalog.
    if (!selection || selection.release.id === told) return null;
    told = selection.release.id;
    return selection;
  }

  return {
    async next() {
      while (!hasEnded) {
        const value = findNews();
        if (value) return { done: false, value };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return { done: true, value: undefined };
    },

    async return() {
      hasEnded = true;
      leave();
      wake();
      return { done: true, value: undefined };
    },

    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
