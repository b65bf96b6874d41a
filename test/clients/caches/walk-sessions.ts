import type { OpenClient } from './cache-client.ts';
import { type WalkReport, walk } from './walk.ts';

export const steps = Number(process.env.CACHE_STEPS ?? 100);
const seed = Number(process.env.CACHE_SEED ?? 20_261_122);
/** A session has one set of headers; several begin anew. */
export const stepsOfSession = 50;

export interface WalkedSessions {
  readonly url: string;
  readonly openClient: OpenClient;
  readonly count: number;
}

export async function walkSessions({ url, openClient, count }: WalkedSessions) {
  const reports: WalkReport[] = [];
  for (let session = 0; session < count / stepsOfSession; session += 1) {
    const left = count - session * stepsOfSession;
    reports.push(await walk({ url, openClient, steps: Math.min(stepsOfSession, left), seed: seed + session }));
  }
  const sum = (of: (report: WalkReport) => number) => reports.reduce((all, report) => all + of(report), 0);
  const most = (of: (report: WalkReport) => number) => Math.max(...reports.map(of));
  return {
    wrong: reports.flatMap(({ wrong }) => wrong).slice(0, 2),
    wrongCount: sum(({ wrongCount }) => wrongCount),
    compared: sum(({ compared }) => compared),
    pagesLoaded: sum(({ pagesLoaded }) => pagesLoaded),
    mostPrices: most(({ mostPrices }) => mostPrices),
    mostNames: most(({ mostNames }) => mostNames),
  };
}
