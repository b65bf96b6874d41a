import { sql } from 'kysely';
import type { CatalogNode } from '../domain/catalog/catalog.ts';
import type { NodeStore } from '../domain/catalog/ports.ts';
import { toLocalisations } from './documents/localisation-document.ts';
import type { Engine } from './engines/engine.ts';

export function createNodeStore(engine: Engine): NodeStore {
  return {
    async getMany(releaseId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await engine.reader
        .selectFrom('release_node')
        .select(['node_id', 'document'])
        .where('release_id', '=', Number(releaseId))
        .where(engine.isOneOf(sql.ref('node_id'), ids))
        .execute();
      return new Map(rows.map(({ node_id, document }) => [node_id, toNode(document, releaseId)]));
    },

    async list({ releaseId, ids, limit, offset }) {
      const wanted = ids === null ? sql`` : sql` and ${engine.isOneOf(sql.ref('node_id'), ids)}`;
      const nodes = sql`release_node where release_id = ${Number(releaseId)}${wanted}`;
      // The total stands in every row, and in one row without a node where the page is empty.
      const { rows } = await sql<{
        total: number | string;
        document: string | null;
      }>`select counted.total, page.document
        from (select count(*) as total from ${nodes}) counted left join (
          select sort_key, document from ${nodes} order by sort_key limit ${limit} offset ${offset}) page on true
        order by page.sort_key`.execute(engine.reader);
      return {
        nodes: rows.flatMap(({ document }) => (document === null ? [] : [toNode(document, releaseId)])),
        total: Number(rows[0]?.total ?? 0),
      };
    },
  };
}

/** A catalog node as platforms of this kind publish it; everything but the id and the name may be absent. */
interface NodeDocument {
  readonly id: string;
  readonly attributes: {
    readonly name: string;
    readonly description?: string | null;
    readonly slug?: string | null;
    readonly created_at?: string;
    readonly updated_at?: string;
    readonly locales?: Parameters<typeof toLocalisations>[0];
  };
  readonly meta?: { readonly language?: string | null } | null;
  readonly relationships?: { readonly parent?: { readonly data?: { readonly id: string } | null } };
}

function toNode(document: string, releaseId: string): CatalogNode {
  const { id, attributes, relationships, meta } = JSON.parse(document) as NodeDocument;
  return {
    id,
    releaseId,
    name: attributes.name,
    language: meta?.language ?? null,
    localisations: toLocalisations(attributes.locales),
    description: attributes.description ?? null,
    slug: attributes.slug ?? null,
    parentId: relationships?.parent?.data?.id ?? null,
    createdAt: attributes.created_at ?? null,
    updatedAt: attributes.updated_at ?? null,
  };
}
