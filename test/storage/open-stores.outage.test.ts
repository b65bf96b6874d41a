/** What is read while the server is away is told as that by everything that is opened, not by stores alone. */
import { expect, it, onTestFinished } from 'vitest';
import { openStores } from '../../src/storage/open-stores.ts';
import { copyPostgres } from '../support/copied-databases.ts';
import { openDatabaseProxy } from '../support/database-proxy.ts';

it('a state that instances share can not be reached', async () => {
  const { url, drop } = await copyPostgres('tables');
  const proxy = await openDatabaseProxy(url);
  const opened = await openStores({ databaseUrl: proxy.url, dataDirectory: '', maxConnections: 2 });
  onTestFinished(async () => {
    await opened.close();
    proxy.close();
    await drop();
  });
  const state = opened.sharedState({ name: 'counted', empty: () => ({ count: 0 }) });
  const count = () =>
    state.change((shared) => {
      shared.count += 1;
      return shared.count;
    });
  expect(await count()).toBe(1);
  proxy.refuse();
  await expect(count()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await proxy.mend();
  expect(await count()).toBe(2);
});
