import { type Kysely, sql } from 'kysely';
import { type FileResource, toFile } from '../contract/file.ts';
import type { FileStore } from '../domain/file/ports.ts';
import { parseExactJson } from '../domain/input/exact-json.ts';
import type { Publication } from '../domain/release/ports.ts';
import type { Engine } from './engines/engine.ts';
import type { Schema } from './schema.ts';

const writtenAtATime = 500;

export function createFileStore({ reader, isOneOf }: Engine): FileStore {
  return {
    async getMany(ids) {
      if (ids.length === 0) return new Map();
      const rows = await reader
        .selectFrom('file')
        .selectAll()
        .where(isOneOf(sql.ref('id'), ids))
        .execute();
      return new Map(rows.map(({ id, document }) => [id, toFile(parseExactJson(document) as FileResource)]));
    },
  };
}

/** New ones are added, known ones replaced. */
export async function publishFiles(
  transaction: Kysely<Schema>,
  { files, publishedAt }: Pick<Publication, 'files' | 'publishedAt'>,
): Promise<void> {
  if (files.length > 0) await transaction.updateTable('catalog').set({ files_published_at: publishedAt }).execute();
  for (let start = 0; start < files.length; start += writtenAtATime) {
    const rows = files.slice(start, start + writtenAtATime).map(({ id, document }) => ({ id, document }));
    await transaction
      .insertInto('file')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ document: sql`excluded.document` }))
      .execute();
  }
}
