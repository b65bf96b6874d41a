/** The tree of nodes as records, and where in it a product's bread crumbs lead. */
import type { NodeResource } from '../contract/node.ts';
import { demoId } from './demo-id.ts';
import { timesOf } from './demo-times.ts';
import { type NodeSpec, nodeSpecs } from './node-specs.ts';

interface NodePlace {
  readonly spec: NodeSpec;
  readonly id: string;
  /** Ids of the nodes above, from the root down. */
  readonly above: readonly string[];
}

const places = [...placesBelow(nodeSpecs, [])];
const placeByKey = new Map(places.map((place) => [place.spec.key, place]));

export function toNodeRecords(catalogId: string, publishedAt: string): NodeResource[] {
  return places.map(({ spec, id, above }, position) => {
    const parent = above.at(-1);
    const children = (spec.children ?? []).map((child) => ({ id: nodeId(child), type: 'node' }));
    // NOTE: Nodes tie in threes, so that their order is only settled by their ids.
    const times = timesOf(`nodes/${Math.floor(position / 3)}`);
    return {
      id,
      type: 'node',
      attributes: {
        name: spec.name,
        description: spec.text,
        slug: spec.key,
        status: spec.status ?? 'live',
        ...times,
        published_at: spec.status === 'draft' ? null : publishedAt,
        ...(spec.de && { locales: { de: { name: spec.de[0], description: spec.de[1] } } }),
      },
      relationships: {
        parent: { data: parent === undefined ? null : { id: parent, type: 'node' } },
        children: { data: children },
      },
      meta: { catalog_id: catalogId },
    };
  });
}

/** `meta.bread_crumbs` and `meta.bread_crumb_nodes` of a product that is in the nodes with these keys. */
export function toBreadCrumbs(nodeKeys: readonly string[]) {
  const found = nodeKeys.map((key) => {
    const place = placeByKey.get(key);
    if (place === undefined) throw new Error(`The demo store has no node '${key}'.`);
    return place;
  });
  return {
    bread_crumbs: Object.fromEntries(found.map(({ id, above }) => [id, [...above]])),
    bread_crumb_nodes: found.map(({ id }) => id),
  };
}

function* placesBelow(specs: readonly NodeSpec[], above: readonly string[]): Generator<NodePlace> {
  for (const spec of specs) {
    const id = nodeId(spec);
    yield { spec, id, above };
    yield* placesBelow(spec.children ?? [], [...above, id]);
  }
}

function nodeId(spec: NodeSpec): string {
  return demoId(`node/${spec.key}`);
}
