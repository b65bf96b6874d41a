import type { ReleaseService } from '../../domain/release/ports.ts';
import { unsupported } from '../platform.ts';

/** Releases as they were published are read where they are: nothing of them is here. */
export function createUpstreamReleases(): ReleaseService {
  const refuse = async () => {
    throw unsupported('Catalogs, rules and releases are administered on the platform itself.');
  };
  return {
    listCatalogs: refuse,
    getCatalog: refuse,
    listRules: refuse,
    getRule: refuse,
    listReleases: refuse,
    getRelease: refuse,
    listTexts: refuse,
    getText: refuse,
    listChildTexts: refuse,
    listNodeProductTexts: refuse,
    listNodeTexts: refuse,
    readDelta: refuse,
  };
}
