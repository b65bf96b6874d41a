import type { RequestContext } from '../request-context.ts';
import type { File } from './file.ts';

export interface FileService {
  /** By id; what is unknown is absent from the map. */
  getMany(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, File>>;
}

export interface FileStore {
  getMany(ids: readonly string[]): Promise<Map<string, File>>;
}

/** A file as it is published: the platform's record of it as JSON text. */
export interface FileRecord {
  readonly id: string;
  readonly document: string;
}
