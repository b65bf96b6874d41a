/** `POST /hooks/catalog`: the platform says that there is something new. What that is, is looked up there: a message says nothing else. */
import type { HttpRequest, RequestHeaders } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { toOutageProblem } from '../http/outage.ts';

export const catalogHookPath = '/hooks/catalog';

export interface CatalogHookOptions {
  readonly isFromPlatform: (request: { readonly headers: RequestHeaders; readonly body: Buffer }) => Promise<boolean>;
  readonly requestSync: () => Promise<void>;
  /** Told why the store could not be reached, or the secret not be read. */
  readonly reportOutage: (cause: unknown, requestId: string) => void;
}

export type CatalogHook = (request: HttpRequest) => Promise<Response>;

export const maxHookBytes = 100_000;

export function createCatalogHook({ isFromPlatform, requestSync, reportOutage }: CatalogHookOptions): CatalogHook {
  return async (request) => {
    const body = await request.readBody(maxHookBytes);
    try {
      if (!(await isFromPlatform({ headers: request.headers, body }))) throw unknownSender();
      await requestSync();
    } catch (error) {
      throw toOutageProblem(error, (cause) => reportOutage(cause, request.id));
    }
    return new Response(null, { status: 204 });
  };
}

function unknownSender(): HttpProblem {
  return new HttpProblem(401, 'The message does not hold the secret of this hook.', { 'WWW-Authenticate': 'Secret' });
}
