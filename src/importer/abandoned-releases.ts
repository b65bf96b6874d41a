import type { ReleaseStore } from '../domain/release/ports.ts';

/** While a release is built, its builder says so this often. */
const touchEveryMs = 10_000;
const abandonedAfterMs = 12 * touchEveryMs;

/** A release that was not touched since then was left by a process that died. */
export function abandonedBefore(now: Date): string {
  return new Date(now.getTime() - abandonedAfterMs).toISOString();
}

export interface WhileBuildingOptions {
  readonly releases: Pick<ReleaseStore, 'touch'>;
  /** Those that have been begun by now. */
  readonly ids: () => readonly string[];
  readonly now: () => Date;
}

/** Releases that are being built, or wait for others, must not be taken for abandoned, however long a statement takes. */
export async function whileBuilding<Result>(
  { releases, ids, now }: WhileBuildingOptions,
  build: () => Promise<Result>,
): Promise<Result> {
  const touching = setInterval(() => {
    for (const id of ids()) releases.touch(id, now().toISOString()).catch(() => undefined);
  }, touchEveryMs);
  try {
    return await build();
  } finally {
    clearInterval(touching);
  }
}
