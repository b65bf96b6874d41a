/** Ids in paths and queries: what is wrong with one is told by the name of its parameter. */
import { parseIdentifier, parseUuid } from '../domain/input/identifiers.ts';
import { ofParameter } from './errors.ts';
import type { RestRequest } from './route.ts';

/** Of a catalog, release, product or node. @throws DomainError VALIDATION_FAILED */
export function identifierIn({ param }: Pick<RestRequest, 'param'>, name: string): string {
  return parsed(param(name), name, parseIdentifier);
}

/** Of anything else. @throws DomainError VALIDATION_FAILED */
export function uuidIn({ param }: Pick<RestRequest, 'param'>, name: string): string {
  return parsed(param(name), name, parseUuid);
}

/** Null: it was not sent. @throws DomainError VALIDATION_FAILED */
export function identifierInQuery({ query }: Pick<RestRequest, 'query'>, name: string): string | null {
  const id = query.get(name);
  return id === undefined ? null : parsed(id, name, parseIdentifier);
}

function parsed(id: string, name: string, parse: (id: string) => string): string {
  try {
    return parse(id);
  } catch (error) {
    throw ofParameter(error, name, 'id');
  }
}
