import { DomainError, excerpt, notFound } from '../errors.ts';
import { identifierFault } from '../input/identifiers.ts';
import type { Violation } from '../input/violations.ts';
import type { ChildList } from './ports.ts';

export function parentFaults(parentId: string): Violation[] {
  const fault = identifierFault(parentId);
  return fault ? [{ path: ['productId'], subject: 'argument', ...fault }] : [];
}

/** Rules 1 and 2 of the contract's child list. */
export function parentError(parent: ChildList['parent'] | undefined, id: string): DomainError | null {
  if (parent?.status !== 'live') return notFound('product', id, ['productId']);
  if (parent.isBaseProduct) return null;
  const message = `The product '${excerpt(id)}' is not a base product, so it has no child products.`;
  return new DomainError('UNPROCESSABLE_ENTITY', message);
}
