import { applicationKey, toApplicationKey } from '../../contract/application-key.ts';
import {
  createApplicationKeyService,
  updateApplicationKeyInput,
} from '../../domain/application-key/application-key-service.ts';
import type { ApplicationKeyService, RenamedKeys } from '../../domain/application-key/ports.ts';
import { refusal } from '../../domain/errors.ts';
import { checkInput } from '../../domain/input/parse-input.ts';
import type { OffsetPage } from '../../domain/paging/page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { pathTo } from '../dialect/paths.ts';
import { readRecord, readRecords, recordForm } from '../dialect/record-form.ts';
import { readPage, readWindow } from '../paging/read-window.ts';
import { getEach, orNull, type Platform, perRequest } from '../platform.ts';

const form = recordForm(applicationKey, (record) => toApplicationKey(applicationKey.parse(record)));

export function createUpstreamApplicationKeys(platform: Platform): ApplicationKeyService {
  return perRequest<ApplicationKeyService>((requestContext) => {
    const service = createApplicationKeyService({ applicationKeys: keysOf(platform, requestContext) });
    return {
      ...service,
      async rename(_scope, { faults, ...input }) {
        // What is faulty by itself needs no call.
        const { validateOnly: _, ...written } = input;
        const { violations } = checkInput(updateApplicationKeyInput, written, faults);
        if (violations.length > 0) throw refusal(violations);
        return service.rename(requestContext, input);
      },
    };
  });
}

function keysOf({ client, paths: { base } }: Platform, requestContext: RequestContext): RenamedKeys {
  const pathOf = (...segments: string[]) => pathTo(base, ['application-keys', ...segments]);
  const listPage = async (page: OffsetPage) =>
    readRecords(form, await client.get(requestContext, pathTo(base, ['application-keys'], { page })));
  return {
    getMany: (ids) => getEach(ids, async (id) => readRecord(form, await client.get(requestContext, pathOf(id)))),
    list: (_scope, page) => readPage(page, listPage),
    page: (_scope, { window }) => readWindow(window, listPage),
    rename: ({ id, name }) =>
      orNull(
        client
          .send(requestContext, { method: 'PUT', path: pathOf(id), body: { data: { type: 'application_key', name } } })
          .then((answer) => readRecord(form, answer)),
      ),
  };
}
