import DataLoader from 'dataloader';
import type { CatalogService } from '../../domain/catalog/ports.ts';
import type { ProductService } from '../../domain/product/ports.ts';
import { createProductService } from '../../domain/product/product-service.ts';
import type { UpstreamFiles } from '../file/files.ts';
import { eachAlone, type Platform, perRequest } from '../platform.ts';
import { getRecords, type Reading } from './list-products.ts';
import { createUpstreamProducts } from './products.ts';

export function createUpstreamProductService(
  platform: Platform,
  { catalog, files }: { readonly catalog: CatalogService; readonly files: UpstreamFiles },
): ProductService {
  return perRequest<ProductService>((requestContext) => {
    const releaseId = async () => (await catalog.select(requestContext)).release.id;
    const reading: Reading = {
      ...{ platform, files, requestContext, releaseId, seen: new Map() },
      records: new DataLoader(async (ids) => {
        const found = await getRecords(reading, ids);
        return ids.map((id) => found.get(id) ?? null);
      }),
    };
    const service = createProductService({ stores: { products: createUpstreamProducts(reading) }, catalog });
    return {
      ...service,
      findManyBy: eachAlone(service.findManyBy),
      listChildren: eachAlone(service.listChildren),
      listNodeProducts: eachAlone(service.listNodeProducts),
      listPageCursors: eachAlone(service.listPageCursors),
      listPriceRanges: eachAlone(service.listPriceRanges),
    };
  });
}
