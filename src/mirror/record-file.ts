/** The records of a release on their way into an import: a file of pages, each product and node once. */
import { type FileHandle, open } from 'node:fs/promises';
import { isObject } from '../contract/building-blocks.ts';
import { formatJsonToParse } from '../domain/input/exact-json.ts';
import type { Json, PlatformPage } from './platform-reader.ts';

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

/** `catalogId`: that they belong to, whatever they say. */
export async function createRecordFile(path: string, catalogId: string): Promise<RecordFile> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  const known = new Set<string>();
  let count = 0;
  return {
    path,

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
      await file.write(`${formatJsonToParse(page)}\n`);
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
