/** Releases that a later version published, or has rebuilt. */
import { DomainError } from '../../domain/errors.ts';
import type { Engine } from '../engines/engine.ts';
import { releaseFormat } from './index-manifest.ts';

export function ofLaterVersion(releaseId: number): DomainError {
  const message = `The release ${releaseId} was published by a later version of the gateway, which this one can't read.`;
  return new DomainError('UNAVAILABLE', message);
}

/**
 * Where these tables can't be read, each request that needs them is told so: instances that answer everything else must not all be taken out for it.
 * @throws DomainError UNAVAILABLE where one of them is current
 */
export async function expectReadable({ reader }: Engine): Promise<void> {
  const later = await reader
    .selectFrom('catalog')
    .innerJoin('release', 'release.id', 'catalog.current_release_id')
    .select('release.id')
    .where('release.format', '>', releaseFormat)
    .executeTakeFirst()
    .catch(() => undefined);
  if (later) throw ofLaterVersion(later.id);
}
