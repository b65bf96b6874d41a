import { validationError } from '../../domain/errors.ts';
import type { Constraint } from '../../domain/input/constraint.ts';
import { builder } from './builder.ts';
import { constrainedBy } from './constraint.ts';
import { parseGlobalId, toNodeId } from './global-id.ts';

const idsConstraint = { maxItems: 100 } as const satisfies Constraint;

const nodeNote =
  'In the context that the id states, over the headers. Null for an id that names nothing here, or nothing that you may see.';

builder.queryFields((t) => ({
  node: t.node({
    description: `The object with this global id. ${nodeNote}`,
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    id: (_root, { id }) => nodeOf(id),
  }),
  nodes: t.nodeList({
    description: `The objects with these global ids, in their order. ${nodeNote}`,
    args: { ids: t.arg.idList({ required: true, ...constrainedBy(idsConstraint, 'Global ids.') }) },
    ids: (_root, { ids }) => {
      if (ids.length <= idsConstraint.maxItems) return ids.map(nodeOf);
      const problem = `must hold at most ${idsConstraint.maxItems} ids, but holds ${ids.length}`;
      throw validationError([{ path: ['ids'], subject: 'argument', rule: 'maxItems', problem }]);
    },
  }),
}));

function nodeOf(text: string) {
  const globalId = parseGlobalId(text);
  return globalId && { type: globalId.type, id: toNodeId(globalId) };
}
