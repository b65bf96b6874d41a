import type { HttpRequest } from '../http/http-exchange.ts';
import { createRequestNotes } from '../http/request-notes.ts';

/** A request like one that was answered, with its headers: nobody waits for the response, and nobody counts it. */
export interface RequestAgain {
  readonly request: HttpRequest;
  /** To be called when nothing is read any more of the response. */
  end(): void;
}

export function requestAgain(answered: HttpRequest): RequestAgain {
  const { id, method, path, search, host, fault, headers, clientAddress, notes } = answered;
  const { operation, route } = notes;
  const atEnd: (() => void)[] = [];
  const request: HttpRequest = {
    ...{ id, method, path, search, host, fault, headers, clientAddress },
    signal: new AbortController().signal,
    notes: { ...createRequestNotes(), operation, route },
    onSent: (run) => void atEnd.push(run),
    awaitBody: async () => {},
    readBody: () => Promise.reject(new Error('The body of a request that was answered has been read.')),
  };
  return {
    request,
    end() {
      for (const run of atEnd) run();
    },
  };
}
