import type { IsForeignPage } from '../../http/cors.ts';
import { readAccept } from '../../http/graphql-media-type.ts';
import { refusalBy } from '../errors/refusal.ts';

/**
 * A subscription holds a connection: it is for clients that read events, and not for pages that could not read them. An `EventSource` of
 * any page sends its GET without asking first. @throws GraphQLError NOT_ACCEPTABLE, FORBIDDEN
 */
export function expectLiveRequest({ headers }: Pick<Request, 'headers'>, isForeignPage: IsForeignPage): void {
  if (!readAccept(headers.get('accept')).types.includes('text/event-stream')) {
    throw refusalBy('NOT_ACCEPTABLE', 'A subscription is answered by events: accept text/event-stream.');
  }
  if (isForeignPage(headers)) {
    throw refusalBy('FORBIDDEN', 'Pages of this origin may not subscribe: it is none of those that may read answers.');
  }
}
