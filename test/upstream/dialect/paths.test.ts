import { expect, it } from 'vitest';
import { pathTo, platformPaths } from '../../../src/upstream/dialect/paths.ts';

const page = { limit: 5, offset: 10 };

it.each([
  [
    'contract',
    '/v2/pcm/catalog/products/a%2Fb/relationships/children?include=main_images,files&page[limit]=5&page[offset]=10',
  ],
  [
    'elasticpath',
    '/catalog/products/a%2Fb/relationships/children?include=main_image,files&page[limit]=5&page[offset]=10',
  ],
] as const)(
  "a platform of the dialect %s is asked for children with their files in the dialect's words",
  (dialect, path) => {
    const { catalog, withFiles } = platformPaths(dialect);
    expect(pathTo(catalog, ['products', 'a/b', 'relationships', 'children'], { page, ...withFiles })).toBe(path);
  },
);
