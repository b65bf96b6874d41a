import { builder } from './builder.ts';
import { parseGlobalId } from './global-id.ts';

const nodeNote = 'Null for an id that names nothing here, or nothing that you may see.';

builder.queryFields((t) => ({
  node: t.node({
    description: `The object with this global id. ${nodeNote}`,
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    id: (_root, { id }) => toNodeId(id),
  }),
  nodes: t.nodeList({
    description: `The objects with these global ids, in their order. ${nodeNote}`,
    args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 100.' }) },
    ids: (_root, { ids }) => ids.map(toNodeId),
  }),
}));

function toNodeId(text: string) {
  const globalId = parseGlobalId(text);
  return globalId && { type: globalId.type, id: globalId.id };
}
