import type { Series } from './series.ts';

/** Sends a call of the platform, and counts it by the class of its status. */
export type CountCall = <Answer extends { readonly status: number }>(send: () => Promise<Answer>) => Promise<Answer>;

export function createCallCounter({ calls, callDurations }: Pick<Series, 'calls' | 'callDurations'>): CountCall {
  return async (send) => {
    const startedAt = performance.now();
    let status = 'none';
    try {
      const answer = await send();
      status = `${Math.floor(answer.status / 100)}xx`;
      return answer;
    } finally {
      calls.inc({ status });
      callDurations.observe((performance.now() - startedAt) / 1000);
    }
  };
}
