/** A platform that was restored from a backup, or made anew: it gives ids of releases again that the mirror knows already. */
import { expect, it } from 'vitest';
import { openEmbedded } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { platformOf, syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const path = '/v2/pcm/catalog/products';

/** What each of its releases holds. */
type Releases = readonly (readonly string[])[];

it.each<[string, Releases, Releases]>([
  ['the current copy', [['cap']], [['hat']]],
  ['an earlier copy', [['cap'], ['cap', 'hood']], [['hat']]],
  ['a copy that others follow', [['cap', 'hood']], [['hat', 'scarf'], ['scarf'], ['scarf', 'glove']]],
])('another release with the id of %s is copied', async (_, before, after) => {
  const open = () => openRestGateway(openEmbedded, 'tables');
  const [lost, restored, mirror] = [await open(), await open(), await open()];
  const publish = ({ stores }: typeof lost, ids: readonly string[]) =>
    importRecords(
      stores,
      ids.map((id) => productRecord({ id })),
    );
  const expectSame = async (platform: typeof lost) => {
    await syncStores(mirror.stores, platformOf(platform));
    for (const gateway of [platform, mirror]) gateway.forget();
    expect((await mirror.rest('GET', path)).text).toBe((await platform.rest('GET', path)).text);
  };
  try {
    for (const ids of before) {
      await publish(lost, ids);
      await expectSame(lost);
    }
    for (const ids of after) await publish(restored, ids);
    await expectSame(restored);
  } finally {
    for (const gateway of [lost, restored, mirror]) await gateway.drop();
  }
});
