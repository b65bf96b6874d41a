import { notFound } from './errors.ts';
import { parseUuid } from './input/identifiers.ts';

/**
 * The thing with the id that a caller gave. `kind`: as `notFound` takes it.
 * @throws DomainError VALIDATION_FAILED, NOT_FOUND
 */
export async function getByUuid<Thing>(
  kind: string,
  text: string,
  find: (id: string) => Promise<Thing | null | undefined>,
): Promise<Thing> {
  const id = parseUuid(text);
  const found = await find(id);
  if (!found) throw notFound(kind, id);
  return found;
}
