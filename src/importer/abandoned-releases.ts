import type { ReleaseStore } from '../domain/release/ports.ts';

/** While a release is built, its builder says so this often. */
const touchEveryMs = 10_000;
/** A release that was not touched for so long was left by a process that died. */
export const abandonedAfterMs = 12 * touchEveryMs;

export interface WhileBuildingOptions {
  readonly releases: Pick<ReleaseStore, 'touch'>;
  /** Those that have been begun by now. */
  readonly ids: () => readonly string[];
}

/** Releases that are being built, or wait for others, must not be taken for abandoned, however long a statement takes. */
export async function whileBuilding<Result>(
  { releases, ids }: WhileBuildingOptions,
  build: () => Promise<Result>,
): Promise<Result> {
  const touching = setInterval(() => {
    for (const id of ids()) releases.touch(id).catch(() => undefined);
  }, touchEveryMs);
  try {
    return await build();
  } finally {
    clearInterval(touching);
  }
}
