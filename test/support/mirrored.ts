import { DomainError, type ErrorCode } from '../../src/domain/errors.ts';
import { parseVerbatimJson } from '../../src/domain/input/exact-json.ts';
import type { Stores } from '../../src/domain/ports.ts';
import { createPlatformReader, type Platform } from '../../src/mirror/platform-reader.ts';
import { type SyncOptions, syncMirror } from '../../src/mirror/sync-mirror.ts';
import type { RestGateway } from './rest-gateway.ts';

const codes: Readonly<Record<number, ErrorCode>> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' };

/** A gateway as the platform of another one: its REST face with an administrator's token, and what was requested of it. */
export function platformOf({ rest }: Pick<RestGateway, 'rest'>): Platform & { readonly requested: string[] } {
  const requested: string[] = [];
  return {
    requested,
    async get(path) {
      requested.push(path);
      const { status, text } = await rest('GET', path);
      if (status !== 200) throw new DomainError(codes[status] ?? 'UNAVAILABLE', text);
      return { body: parseVerbatimJson(text) };
    },
  };
}

const holder = 'test';

/** A sync of these stores with the platform, by who holds the place. */
export async function syncStores(stores: Stores, platform: Platform, options: Partial<SyncOptions> = {}) {
  const signal = new AbortController().signal;
  const { platformUrl = 'https://shop.example' } = options;
  if ((await stores.mirror.getState()).holder !== holder)
    await stores.mirror.take(holder, await stores.mirror.getState());
  return syncMirror({
    ...{ stores, holder, signal },
    reader: createPlatformReader(platform, { signal, dialect: 'contract', platformUrl }),
    base: '/v2/pcm/catalogs',
    platformUrl,
    downloadFile(link) {
      throw new Error(`Nothing is to be downloaded: ${link}`);
    },
    onRead: () => undefined,
    isDryRun: false,
    keptReleases: 10,
    noticeMs: 1,
    now: () => new Date(),
    ...options,
  });
}
