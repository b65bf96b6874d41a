import type { UpstreamConfig } from './upstream-config.ts';

/** Of `ANSWER_CACHE_MB`, whose rest is for whole responses: a half, or a twentieth, since only offerings and plans are read beside a mirror. */
const parts = { live: 2, mirror: 20 } as const;

/** What the platform's answers have of the memory for cached responses; `upstream` null: there is no platform. */
export function bytesOfAnswers(upstream: Pick<UpstreamConfig, 'catalog'> | null, answerCacheBytes: number): number {
  return upstream ? answerCacheBytes / parts[upstream.catalog] : 0;
}
