import type { Stores } from '../ports.ts';
import type { FileService } from './ports.ts';

export interface FileServiceOptions {
  readonly stores: Pick<Stores, 'files'>;
  /** Where the gateway is reached: what it serves itself, the pictures of the demo store, is stored as a path. */
  readonly baseUrl: string;
}

export function createFileService({ stores, baseUrl }: FileServiceOptions): FileService {
  return {
    async getMany(_scope, ids) {
      const files = await stores.files.getMany(ids);
      return new Map([...files].map(([id, file]) => [id, { ...file, url: absolute(file.url, baseUrl) }]));
    },
  };
}

function absolute(url: string, baseUrl: string): string {
  return url.startsWith('/') ? `${baseUrl}${url}` : url;
}
