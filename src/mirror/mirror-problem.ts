import { DomainError } from '../domain/errors.ts';

/** The mirror can't be renewed: why, in a sentence. */
export class MirrorProblem extends Error {
  override readonly name = 'MirrorProblem';
}

/** May be of one catalog's release alone: the platform fails to name it or to make a page of it, or what it shows can't be copied. */
export type CatalogProblem = MirrorProblem | DomainError;

export function isOfCatalog(error: unknown): error is CatalogProblem {
  return error instanceof MirrorProblem || error instanceof DomainError;
}
