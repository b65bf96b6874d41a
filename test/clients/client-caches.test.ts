/** Apollo's and Graphcache's caches show what the gateway says, whatever context, filter, page or product is visited next. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { openApollo, openApolloWith } from './caches/apollo-cache.ts';
import { openGraphcache } from './caches/graphcache.ts';
import { type WalkReport, walk } from './caches/walk.ts';

const steps = Number(process.env.CACHE_STEPS ?? 100);
const seed = Number(process.env.CACHE_SEED ?? 20_261_122);
/** A session has one set of headers; several begin anew. */
const stepsOfSession = 50;

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ ADDRESS_REQUESTS_PER_SECOND: '0', CLIENT_REQUESTS_PER_SECOND: '0' });
});
afterAll(() => app.close());

async function walkSessions(openClient: typeof openApollo, count: number) {
  const reports: WalkReport[] = [];
  for (let session = 0; session < count / stepsOfSession; session += 1) {
    reports.push(await walk({ url: app.url, openClient, steps: stepsOfSession, seed: seed + session }));
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

it.each([
  ["Apollo Client's", openApollo],
  ["Graphcache's", openGraphcache],
])(
  '%s cache is right after each step of a random walk',
  async (name, openClient) => {
    const { wrong, wrongCount, ...report } = await walkSessions(openClient, steps);
    process.stdout.write(
      `${name} cache: ${wrongCount} of ${report.compared} screens wrong, ${report.pagesLoaded} pages loaded\n`,
    );
    expect(wrong).toEqual([]);
    expect(wrongCount).toBe(0);
    expect(report.compared).toBeGreaterThan(steps);
    expect(report.pagesLoaded).toBeGreaterThan(steps / 20);
    // The contexts differ in what they show: a cache that mixed them up would be seen.
    expect(report.mostPrices).toBeGreaterThan(1);
    expect(report.mostNames).toBeGreaterThan(1);
  },
  60_000 + 200 * steps,
);

it('a cache that leaves the context out of the key of a list is seen to be wrong', async () => {
  const { wrongCount } = await walkSessions(openApolloWith(['filter', 'productId']), stepsOfSession);
  expect(wrongCount).toBeGreaterThan(0);
});
