import type { Stores } from '../domain/ports.ts';
import { downloadFile } from './download-file.ts';
import { createPlatformReader, type Platform } from './platform-reader.ts';
import { type SyncOptions, type SyncReport, syncMirror } from './sync-mirror.ts';

export interface MirroredPlatform extends Pick<SyncOptions, 'keptReleases' | 'noticeMs' | 'onRead'> {
  readonly stores: Stores;
  /** With the administrator's token. */
  readonly platform: Platform;
  readonly platformUrl: string;
  readonly dialect: keyof typeof catalogPaths;
}

/** Below the platform's root. */
const catalogPaths = { contract: '/v2/pcm/catalogs', elasticpath: '/pcm/catalogs' } as const;

export type Sync = (holder: string, signal: AbortSignal) => Promise<SyncReport>;

export function createSync(mirrored: MirroredPlatform, { isDryRun }: { readonly isDryRun: boolean }): Sync {
  const { platform, dialect, ...options } = mirrored;
  const allowsHttp = mirrored.platformUrl.startsWith('http:');
  return (holder, signal) =>
    syncMirror({
      ...options,
      ...{ holder, signal, isDryRun },
      reader: createPlatformReader(platform, { signal, dialect, platformUrl: mirrored.platformUrl }),
      base: catalogPaths[dialect],
      downloadFile: (link) => downloadFile(link, { allowsHttp, signal }),
      now: () => new Date(),
    });
}
