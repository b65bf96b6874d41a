/** The records of a release on their way into an import: a file of pages, each product and node once. */
import { type FileHandle, open } from 'node:fs/promises';
import { formatJsonToParse } from '../domain/input/exact-json.ts';
import { isObject } from '../domain/input/is-object.ts';
import { FileProblem, type Json, type PlatformPage } from './platform-reader.ts';

export interface RecordFile {
  readonly path: string;
  /** Those of the page that were not there before. */
  add(page: Pick<PlatformPage, 'path' | 'data' | 'included'>): Promise<void>;
  /** What comes later of these products is older: they are as if they had been added. */
  pass(ids: Iterable<string>): void;
  has(productId: string): boolean;
  /** How many products were added. */
  count(): number;
  close(): Promise<void>;
}

/** A small file may say more when it is inflated than the disk holds, and lists of a platform may have no end. A million products are some gigabytes. */
const defaultMaxBytes = 16e9;

/** `catalogId`: that they belong to, whatever they say. */
export async function createRecordFile(
  path: string,
  catalogId: string,
  maxBytes: number = defaultMaxBytes,
): Promise<RecordFile> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  const known = new Set<string>();
  let count = 0;
  let bytes = 0;
  return {
    path,

    /** @throws FileProblem where they are more than a release can be */
    async add({ path: self, data, included }) {
      const fresh: Json[] = [];
      for (const record of data) {
        const key = keyOf(record);
        if (known.has(key)) continue;
        known.add(key);
        count += Number(record.type === 'product');
        fresh.push(inCatalog(record, catalogId));
      }
      if (fresh.length === 0) return;
      const page = { data: fresh, ...(included && { included }), links: { self } };
      const line = Buffer.from(`${formatJsonToParse(page)}\n`);
      bytes += line.length;
      if (bytes > maxBytes) throw new FileProblem(`A release has more than ${maxBytes / 1e9} GB, which is the limit.`);
      await file.write(line);
    },

    pass(ids) {
      for (const id of ids) known.add(keyOf({ id, type: 'product' }));
    },

    has: (id) => known.has(keyOf({ id, type: 'product' })),

    count: () => count,

    close: () => file.close(),
  };
}

/** A node may have the id of a product. */
function keyOf({ id, type }: Json): string {
  return type === 'product' ? `product ${id}` : `node ${id}`;
}

/** The very record, unless it names another catalog. */
function inCatalog(record: Json, catalogId: string): Json {
  const { meta } = record;
  if (!isObject(meta) || !meta.catalog_id || meta.catalog_id === catalogId) return record;
  return { ...record, meta: { ...meta, catalog_id: catalogId } };
}
