import { z } from 'zod';
import { notFound } from '../errors.ts';
import { toOnce } from '../idempotency.ts';
import { onlyUuids, uuid } from '../input/identifiers.ts';
import { parseInput } from '../input/parse-input.ts';
import { text } from '../input/text.ts';
import { withoutNulls } from '../optional.ts';
import type { Stores } from '../ports.ts';
import type { ApplicationKeyService } from './ports.ts';

export const updateApplicationKeyInput = z.preprocess(
  withoutNulls,
  z.object({ id: uuid, name: text({ min: 1, max: 255, singleLine: true }) }),
);

export function createApplicationKeyService({
  applicationKeys,
}: Pick<Stores, 'applicationKeys'>): ApplicationKeyService {
  return {
    async rename(requestContext, { faults = [], validateOnly, ...input }) {
      const { id, name } = parseInput(updateApplicationKeyInput, input, faults);
      if (validateOnly) {
        if (!(await applicationKeys.getMany([id])).has(id)) throw notFound('application key', id);
        return null;
      }
      const once = toOnce(requestContext, 'updateApplicationKey', { id, name });
      const { value, isReplayed } = await applicationKeys.rename(
        { id, name, now: requestContext.now.toISOString() },
        once,
      );
      if (!value) throw notFound('application key', id);
      return { value, isReplayed };
    },

    getMany: (_scope, ids) => applicationKeys.getMany(onlyUuids(ids)),
    list: (_scope, page) => applicationKeys.list(page),
  };
}
