import { type Kysely, sql } from 'kysely';
import { type FileResource, toFile } from '../contract/file.ts';
import type { FileStore } from '../domain/file/ports.ts';
import { parseExactJson } from '../domain/input/exact-json.ts';
import type { Publication } from '../domain/release/ports.ts';
import { inPortions } from '../lib/in-portions.ts';
import type { Engine } from './engines/engine.ts';
import { getManyRows } from './rows-by-id.ts';
import type { Schema } from './schema.ts';

const writtenAtATime = 500;

export function createFileStore(engine: Engine): FileStore {
  return {
    getMany: (ids) =>
      getManyRows(engine, 'file', ids, ({ document }) => toFile(parseExactJson(document) as FileResource)),
  };
}

/** New ones are added, known ones replaced where they are other than they were. */
export async function publishFiles(
  { isOneOf }: Pick<Engine, 'isOneOf'>,
  transaction: Kysely<Schema>,
  { files, publishedAt }: Pick<Publication, 'files' | 'publishedAt'>,
): Promise<void> {
  let hasChanged = false;
  for (const portion of inPortions(files, writtenAtATime)) {
    const ids = portion.map(({ id }) => id);
    const documents = await getManyRows({ reader: transaction, isOneOf }, 'file', ids, ({ document }) => document);
    const rows = portion.filter(({ id, document }) => documents.get(id) !== document);
    if (rows.length === 0) continue;
    hasChanged = true;
    await transaction
      .insertInto('file')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ document: sql`excluded.document` }))
      .execute();
  }
  if (hasChanged) await transaction.updateTable('catalog').set({ files_published_at: publishedAt }).execute();
}
