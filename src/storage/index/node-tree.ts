/**
 * The tree of a release's nodes. Each node is told its place in it, by which it is listed and found, and the index learns which
 * nodes list a product: those that it is in, and all above them.
 */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLiveNode, type NodeResource, parentNodeIdOf } from '../../contract/node.ts';
import type { CatalogNode } from '../../domain/catalog/catalog.ts';
import { parseJsonText } from '../../domain/input/parse-json-text.ts';
import { readRecord } from '../../domain/release/read-record.ts';
import type { Engine } from '../engines/engine.ts';
import { inTurns } from '../in-turns.ts';

export interface NodeTree {
  /** Of each node its parent's id; null: it names none. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** The nodes and those above them, each once; of an id that is no node's, the id. */
  withAbove(nodeIds: readonly string[]): Set<string>;
}

/** A root's, in place of a parent's id, which is never empty. */
const noParent = '';

const nodesAtATime = 500;

export type Place = Pick<CatalogNode, 'parentId' | 'slug' | 'isLive'>;

export interface PlaceNodesOptions {
  readonly releaseId: number;
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress: () => Promise<void>;
}

/** Some at a time, whatever the tree's size; in memory are the ids and slugs of all. */
export async function placeNodes(engine: Engine, { releaseId, onProgress }: PlaceNodesOptions): Promise<NodeTree> {
  const places = new Map<string, Place>();
  for await (const rows of nodesOf(engine, releaseId)) {
    for (const { node_id, document } of rows) places.set(node_id, readPlace(node_id, document));
    await onProgress();
  }
  const tree = createTree(places);
  const depthOf = createDepths(places);
  await inTurns([...places.keys()], nodesAtATime, async (some) => {
    const rows = some.map((id) => toValues(id, places.get(id) as Place, { places, depth: depthOf(id) }));
    // Both engines name the columns of VALUES so; a parameter there is text.
    await sql`update release_node set parent_id = placed.column2, slug_key = placed.column3,
        depth = cast(placed.column4 as integer) from (values ${sql.join(rows)}) as placed
      where release_id = ${releaseId} and node_id = placed.column1`.execute(engine.writer);
    await onProgress();
  });
  return tree;
}

export const slugKeyLength = 22;

/** Slugs have no greatest length, what an index may hold has one. */
export function slugKeyOf(slug: string): string {
  return hash('sha256', slug, 'base64url').slice(0, slugKeyLength);
}

async function* nodesOf({ reader }: Engine, releaseId: number) {
  for (let last = ''; ; ) {
    const rows = await reader
      .selectFrom('release_node')
      .select(['node_id', 'document'])
      .where('release_id', '=', releaseId)
      .where('node_id', '>', last)
      .orderBy('node_id')
      .limit(nodesAtATime)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.node_id ?? '';
    await setImmediate();
  }
}

function readPlace(id: string, document: string): Place {
  return readRecord(`node '${id}'`, () => {
    const node = parseJsonText(document) as NodeResource;
    return { parentId: parentNodeIdOf(node), slug: node.attributes.slug ?? null, isLive: isLiveNode(node) };
  });
}

/** The parents of a release's nodes, as its tree has them. */
export async function readParentNodes(engine: Engine, releaseId: number): Promise<NodeTree['parents']> {
  const parents = new Map<string, string | null>();
  for await (const rows of nodesOf(engine, releaseId)) {
    for (const { node_id, document } of rows) parents.set(node_id, readPlace(node_id, document).parentId);
  }
  return parents;
}

export function createTree(places: ReadonlyMap<string, Place>): NodeTree {
  return {
    parents: new Map([...places].map(([id, { parentId }]) => [id, parentId])),

    // No further than where another one came by: a tree may be as deep as it is large, and a product in all of it.
    withAbove(nodeIds) {
      const found = new Set<string>();
      for (const nodeId of nodeIds) {
        for (let at: string | null = nodeId; at && !found.has(at); ) {
          found.add(at);
          const above: string | null = places.get(at)?.parentId ?? null;
          at = above !== null && places.has(above) ? above : null;
        }
      }
      return found;
    },
  };
}

/**
 * Each is counted from the nearest one above it whose depth is known: a tree may be as deep as it is large. What is below a draft is deeper than all
 * that is not, and counted from there: no menu leads there, so it has its slug only where nothing else has.
 */
function createDepths(places: ReadonlyMap<string, Place>): (nodeId: string) => number {
  const depths = new Map<string, number>();
  return (nodeId) => {
    const unknown = new Set<string>();
    let at: string | null = nodeId;
    while (at !== null && places.has(at) && !depths.has(at) && !unknown.has(at)) {
      unknown.add(at);
      at = places.get(at)?.parentId ?? null;
    }
    let depth = at === null ? -1 : (depths.get(at) ?? -1);
    for (const id of [...unknown].reverse()) {
      depth = places.get(id)?.isLive ? depth + 1 : places.size;
      depths.set(id, depth);
    }
    return depths.get(nodeId) ?? 0;
  };
}

interface Surroundings {
  readonly places: ReadonlyMap<string, Place>;
  readonly depth: number;
}

function toValues(id: string, { parentId, slug, isLive }: Place, { places, depth }: Surroundings) {
  const parent = parentId !== null && places.has(parentId) ? parentId : noParent;
  const slugKey = slug === null ? null : slugKeyOf(slug);
  return sql`(${id}, ${isLive ? parent : null}, ${isLive ? slugKey : null}, ${String(depth)})`;
}
