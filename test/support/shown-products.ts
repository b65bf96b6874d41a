import { afterAll, beforeAll } from 'vitest';
import { publish } from '../../src/importer/publish.ts';
import { describeEachEngine } from './engines.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { smallCatalog } from './small-catalog.ts';
import { watchRuns } from './watch-runs.ts';

interface Shown {
  readonly gateway: Gateway;
  /** How its queries have been answered. */
  readonly watched: ReturnType<typeof watchRuns>;
}

/** A suite on each engine, of a gateway whose only catalog has these products, read from its release. `opened`: to be called in its tests. */
export function describeShown(
  title: string,
  products: Parameters<typeof smallCatalog>[1],
  suite: (opened: () => Shown) => void,
): void {
  describeEachEngine(title, (open) => {
    let shown: Shown;
    beforeAll(async () => {
      const watched = watchRuns();
      const gateway = await openGateway(open, 'tables');
      shown = { gateway, watched };
      await publish(smallCatalog('shop', products), { releases: gateway.stores.releases, now: new Date() });
      gateway.forget();
    });
    afterAll(async () => {
      shown.watched.end();
      await shown.gateway.drop();
    });
    suite(() => shown);
  });
}
