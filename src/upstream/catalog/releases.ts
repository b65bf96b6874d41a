import type { ReleaseService } from '../../domain/release/ports.ts';
import { unsupported } from '../platform.ts';

const methods = {
  listCatalogs: true,
  getCatalog: true,
  listRules: true,
  getRule: true,
  listReleases: true,
  getRelease: true,
  listTexts: true,
  getText: true,
  listChildTexts: true,
  listNodeProductTexts: true,
  listNodeTexts: true,
  readDelta: true,
} as const satisfies Record<keyof ReleaseService, true>;

/** Releases as they were published are read where they are: nothing of them is here. */
export function createUpstreamReleases(): ReleaseService {
  const refuse = async () => {
    throw unsupported('Catalogs, rules and releases are administered on the platform itself.');
  };
  return Object.fromEntries(Object.keys(methods).map((name) => [name, refuse])) as unknown as ReleaseService;
}
