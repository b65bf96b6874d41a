import { notFound } from './errors.ts';
import { isUuid, parseUuid } from './input/identifiers.ts';

/**
 * The thing with the id that a caller gave. `kind`: as `notFound` takes it.
 * @throws DomainError VALIDATION_FAILED, NOT_FOUND
 */
export async function getByUuid<Thing>(
  kind: string,
  text: string,
  find: (id: string) => Promise<Thing | null | undefined>,
): Promise<Thing> {
  // Who may not read it is told that first, whatever the id is: what is none finds nothing.
  const found = await find(isUuid(text) ? text.toLowerCase() : text);
  if (!found) throw notFound(kind, parseUuid(text));
  return found;
}
