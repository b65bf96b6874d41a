import { setTimeout } from 'node:timers/promises';
import { noticeOf } from '../domain/release/notice.ts';
import type { AnnouncedRelease, ReleaseStore } from '../domain/release/ports.ts';

export interface NoticeOptions {
  readonly releases: Pick<ReleaseStore, 'announce'>;
  /** How long before, at the most; 0: nothing is announced. */
  readonly noticeMs: number;
  readonly signal?: AbortSignal;
  /** Told how long is waited, in milliseconds, if at all. */
  readonly onNotice?: (ms: number) => void;
}

/**
 * To be called before releases are made current: gateways that are told in time have made what shoppers request most of, and the first ones
 * to see the new release wait no longer than any other. Where nobody is shown anything yet, nobody is waited for.
 * @throws whatever the signal was aborted with
 */
export async function giveNotice(
  announced: readonly AnnouncedRelease[],
  { releases, noticeMs, signal, onNotice }: NoticeOptions,
): Promise<void> {
  const products = noticeMs === 0 ? 0 : await releases.announce(announced);
  if (products === 0) return;
  const ms = noticeOf(products, noticeMs);
  onNotice?.(ms);
  await setTimeout(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
