/** What an operation cost depends on the query and the data alone: random queries, each executed in every way there is. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createServices } from '../../../src/app.ts';
import { createResponseCache } from '../../../src/response-cache/response-cache.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, openGateway } from '../../support/gateway.ts';
import { mixed, plain, randomQuery } from '../../support/random-query.ts';
import { runs } from '../../support/runs.ts';
import { useOpened } from '../../support/use-opened.ts';

const query = fc.oneof(randomQuery(plain), randomQuery(mixed));
/** By query, as the engine that came first has it. */
const costs = new Map<string, unknown>();

describeEachEngine('what an operation cost', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it('is the same on every way', async () => {
    const kept = createResponseCache(gateway.services.catalog, 10_000_000);
    const executed = gateway.with({ writesQueries: false });
    const cached = gateway.with({ responseCache: kept });
    /** Nothing was read yet, neither releases nor products. */
    const cold = () =>
      gateway.with({ services: createServices(createStores(gateway.engine), { monotonicNow: () => 0 }) });
    const seen = { answered: 0, failed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const first = await cold().ask(text);
        const { cost } = first.extensions;
        seen[stateOf(first)] += 1;
        for (const { ask } of [executed, gateway, cached, cached, cold()]) {
          const { extensions, shown } = await ask(text);
          expect(extensions.cost, shown).toEqual(cost);
        }
        expect(costs.get(text) ?? cost, first.shown).toEqual(cost);
        costs.set(text, cost);
      }),
      { numRuns: runs(60, 300) },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(runs(0, 10));
  }, 300_000);
});

function stateOf({ data, errors }: Answer) {
  if (errors.length === 0) return 'answered';
  return data ? 'failed' : 'refused';
}
