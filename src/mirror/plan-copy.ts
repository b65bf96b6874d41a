import { offsetLimits, pageLimits } from '../domain/paging/page.ts';
import type { PlatformRelease } from './platform-directory.ts';

/** How a release is copied. */
export type CopyPlan =
  /** Onto the copy of an earlier one: what changed since, the latest first. */
  | { readonly kind: 'changes'; readonly deltas: readonly PlatformRelease[] }
  /** Page by page. */
  | { readonly kind: 'pages' }
  /** From files: the last one of them holds a release in full. */
  | { readonly kind: 'files'; readonly deltas: readonly PlatformRelease[] }
  /** Page by page as far as offsets go, and the rest by nodes and parents. */
  | { readonly kind: 'walk' };

/** As many as pages by offset show. */
const maxListed = offsetLimits.max + pageLimits.max;

export interface PlanOptions {
  readonly latest: PlatformRelease;
  /** All that the platform keeps, the newest first. */
  readonly releases: readonly PlatformRelease[];
  /** The platform's release that the current copy is of; null: there is none. */
  readonly copiedId: string | null;
}

/** The ways that there are, the best first: one that turns out not to lead to all products is followed by the next one. */
export function planCopies({ latest, releases, copiedId }: PlanOptions): CopyPlan[] {
  const start = releases.findIndex(({ id }) => id === latest.id);
  const chain = start === -1 ? [latest] : releases.slice(start);
  const isListed = latest.totalProducts === null || latest.totalProducts <= maxListed;
  const changes = changesSince(chain, copiedId);
  const files = filesOf(chain);
  return [
    ...(changes ? [{ kind: 'changes' as const, deltas: changes }] : []),
    ...(isListed ? [{ kind: 'pages' as const }] : []),
    ...(files ? [{ kind: 'files' as const, deltas: files }] : []),
    ...(isListed && latest.totalProducts !== null ? [] : [{ kind: 'walk' as const }]),
  ];
}

/** Each holds what changed since the next one. Null: one of them doesn't, or the copied one is not kept any more or stands elsewhere. */
function changesSince(chain: readonly PlatformRelease[], copiedId: string | null): readonly PlatformRelease[] | null {
  const end = chain.findIndex(({ id }) => id === copiedId);
  const deltas = chain.slice(0, end);
  const areLinked = deltas.every(({ deltaLink, isFullDelta }) => deltaLink !== null && !isFullDelta);
  return end > 0 && areLinked && isNewestFirst(chain.slice(0, end + 1)) ? deltas : null;
}

/** Down to the latest one that is full. */
function filesOf(chain: readonly PlatformRelease[]): readonly PlatformRelease[] | null {
  const full = chain.findIndex(({ isFullDelta }) => isFullDelta);
  const deltas = chain.slice(0, full + 1);
  return full !== -1 && deltas.every(({ deltaLink }) => deltaLink !== null) && isNewestFirst(deltas) ? deltas : null;
}

/** No platform promises an order, and what changed is told of a release and the one before it. */
function isNewestFirst(chain: readonly PlatformRelease[]): boolean {
  return chain.every(({ publishedAt }, place) => publishedAt <= (chain[place - 1]?.publishedAt ?? publishedAt));
}
