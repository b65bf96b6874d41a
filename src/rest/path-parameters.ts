/** Ids in paths: what is wrong with one is told by the name that the path gives it. */
import { parseIdentifier, parseUuid } from '../domain/input/identifiers.ts';
import { ofPathParameter } from './errors.ts';
import type { RestRequest } from './route.ts';

type Params = Pick<RestRequest, 'param'>;

/** Of a catalog, release, product or node. @throws DomainError VALIDATION_FAILED */
export function identifierIn(request: Params, name: string): string {
  return parsed(request, name, parseIdentifier);
}

/** Of anything else. @throws DomainError VALIDATION_FAILED */
export function uuidIn(request: Params, name: string): string {
  return parsed(request, name, parseUuid);
}

function parsed({ param }: Params, name: string, parse: (text: string) => string): string {
  try {
    return parse(param(name));
  } catch (error) {
    throw ofPathParameter(error, name, 'id');
  }
}
