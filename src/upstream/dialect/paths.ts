/** Where each dialect has its resources, below `UPSTREAM_URL`. */
import { includedFiles } from '../../contract/platform/included-files.ts';
import { encodeFilter } from '../../domain/filter/encode-filter.ts';
import type { Term } from '../../domain/filter/filter.ts';
import type { OffsetPage } from '../../domain/paging/page.ts';
import type { Dialect } from '../client/upstream-config.ts';

export interface PlatformPaths {
  /** The catalog as shoppers read it. */
  readonly catalog: string;
  /** Everything else. */
  readonly base: string;
  /** Whether hierarchies are no nodes: they have paths of their own, and no list of nodes shows them. */
  readonly areHierarchiesApart: boolean;
  /** Of lists of products: with their files. */
  readonly withFiles: Pick<ListParameters, 'include'>;
}

export function platformPaths(dialect: Dialect): PlatformPaths {
  return {
    base: '/v2',
    catalog: dialect === 'contract' ? '/v2/pcm/catalog' : '/catalog',
    areHierarchiesApart: dialect === 'elasticpath',
    withFiles: { include: includedFiles[dialect] },
  };
}

export interface ListParameters {
  readonly page?: OffsetPage;
  readonly filter?: readonly Term[];
  readonly include?: string;
}

/** The parts of a path, encoded, and the query of the list. */
export function pathTo(base: string, segments: readonly string[], { page, filter = [], include }: ListParameters = {}) {
  const path = [base, ...segments.map(encodeURIComponent)].join('/');
  const query = [
    ...(filter.length > 0 ? [`filter=${encodeFilter(filter)}`] : []),
    ...(include ? [`include=${include}`] : []),
    ...(page ? [`page[limit]=${page.limit}`, `page[offset]=${page.offset}`] : []),
  ];
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}
