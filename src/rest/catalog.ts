import { z } from 'zod';
import { release, toReleaseResource } from '../contract/release.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { type RestRoute, readRoute } from './route.ts';

export const catalogRoutes: readonly RestRoute[] = [
  {
    ...readRoute,
    operationId: 'getCatalogRelease',
    summary: 'The release of the catalog that this shopper is shown: what has its id holds the same.',
    isCatalog: true,
    path: '/pcm/catalog',
    response: z.object({ data: release }),
    errors: [404],
    answer: async ({ services, requestContext }) =>
      formatExactJson({ data: toReleaseResource(await services.catalog.select(requestContext)) }),
  },
];
