import { z } from 'zod';
import { notFound, refusal } from '../errors.ts';
import { onlyUuids, uuid } from '../input/identifiers.ts';
import { withoutNulls } from '../input/optional.ts';
import { checkInput, validMember } from '../input/parse-input.ts';
import { inFieldOrder } from '../input/violations.ts';
import { pageList } from '../paging/list-page.ts';
import { applicationKeyName } from './application-key-rules.ts';
import type { ApplicationKeyService, RenamedKeys } from './ports.ts';

export const updateApplicationKeyInput = z.preprocess(withoutNulls, z.object({ id: uuid, name: applicationKeyName }));

export function createApplicationKeyService({
  applicationKeys,
}: {
  readonly applicationKeys: RenamedKeys;
}): ApplicationKeyService {
  return {
    async rename(requestContext, { faults = [], validateOnly, ...input }) {
      const { value: checked, violations } = checkInput(updateApplicationKeyInput, input, faults);
      if (!checked || validateOnly) {
        const id = validMember(uuid, input.id);
        const isUnknown = id !== null && !(await applicationKeys.getMany([id])).has(id);
        const all = [...violations, ...(isUnknown ? notFound('application key', id).violations : [])];
        if (all.length > 0) throw refusal(inFieldOrder(all, ['id', 'name']));
        return null;
      }
      const { id, name } = checked;
      const renamed = await applicationKeys.rename({ id, name, now: requestContext.now.toISOString() });
      if (!renamed) throw notFound('application key', id);
      return renamed;
    },

    getMany: (_scope, ids) => applicationKeys.getMany(onlyUuids(ids)),
    list: (requestContext, page) => applicationKeys.list(requestContext, page),
    page: (requestContext, request) =>
      pageList(requestContext, 'application keys', request, (query) => applicationKeys.page(requestContext, query)),
  };
}
