import { resolveNodes } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import { excerpt, refusal, unknownReference, validationError } from '../../domain/errors.ts';
import type { Constraint } from '../../domain/input/constraint.ts';
import type { PathSegment } from '../../domain/input/violations.ts';
import { workPrices } from '../../domain/work-budget.ts';
import type { GraphQLContext } from '../execution/context.ts';
import { builder } from './builder.ts';
import { constrainedBy } from './constraint.ts';
import { parseGlobalId, toNodeId } from './global-id.ts';

const idsConstraint = { maxItems: 100 } as const satisfies Constraint;

const contextNote = 'is shown in the context that its id states, over the headers.';

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: `The object with this global id. It ${contextNote} NOT_FOUND, and null, for an id that names nothing here.`,
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: async (_root, { id }, context, info) => {
      const [node] = await loadNodes([id], () => ['id'], { context, info });
      if (node instanceof Error) throw node;
      return node;
    },
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: true, items: true },
    description:
      `The objects with these global ids, in their order. Each ${contextNote} Each fails alone: NOT_FOUND, and null in its place, for an id ` +
      'that names nothing here.',
    args: { ids: t.arg.idList({ required: true, ...constrainedBy(idsConstraint, 'Global ids.') }) },
    resolve: async (_root, { ids }, context, info) => {
      if (ids.length > idsConstraint.maxItems) {
        const problem = `must hold at most ${idsConstraint.maxItems} ids, but holds ${ids.length}`;
        throw validationError([{ path: ['ids'], subject: 'argument', rule: 'maxItems', problem }]);
      }
      const found = await loadNodes(ids, (index) => ['ids', index], { context, info });
      const errors = found.filter((node) => node instanceof Error).length;
      context.work.charge(errors * (workPrices.error + workPrices.violation));
      return found;
    },
  }),
}));

/** The node of each id, or the error that stands in its place. */
async function loadNodes(
  ids: readonly string[],
  pathOf: (index: number) => readonly PathSegment[],
  { context, info }: { readonly context: GraphQLContext; readonly info: GraphQLResolveInfo },
): Promise<unknown[]> {
  const found = await resolveNodes(builder, context, info, ids.map(nodeOf));
  // Any type would do here, so that of the id is no news.
  const absent = (index: number) =>
    refusal([unknownReference(pathOf(index), `No object with the id '${excerpt(ids[index] ?? '')}' was found.`)]);
  return found.map((node, index) => node ?? absent(index));
}

function nodeOf(text: string) {
  const globalId = parseGlobalId(text);
  return globalId && { typename: globalId.type, id: toNodeId(globalId) };
}
