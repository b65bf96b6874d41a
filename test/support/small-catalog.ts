import type { ProductResource } from '../../src/contract/product/product.ts';
import type { RecordSource } from '../../src/importer/publish.ts';

const created_at = '2026-01-01T00:00:00.000Z';

export interface SmallProduct {
  readonly id: string;
  readonly attributes?: Partial<ProductResource['attributes']>;
  readonly relationships?: ProductResource['relationships'];
  readonly meta?: ProductResource['meta'];
}

export function productRecord({ id, attributes, relationships, meta }: SmallProduct): ProductResource {
  const own = {
    name: id,
    status: 'live' as const,
    commodity_type: 'physical' as const,
    created_at,
    updated_at: created_at,
  };
  return {
    id,
    type: 'product',
    attributes: { ...own, ...attributes },
    relationships: { ...relationships },
    meta: { language: 'en', ...meta },
  };
}

/** One catalog with these products, for the shoppers of the channel of the same name. */
export function smallCatalog(name: string, products: readonly ProductResource[]): RecordSource {
  const times = { created_at, updated_at: created_at };
  const criteria = { channels: [name], tags: [], account_ids: [], schedules: [] };
  return {
    catalogs: [
      {
        catalog: { id: name, type: 'catalog', attributes: { name, ...times } },
        nodes: [
          {
            id: `${name}-node`,
            type: 'node',
            attributes: { name: 'Shirts', ...times, locales: { de: { name: 'Hemden' } } },
            meta: {},
          },
        ],
        products: () => products,
      },
    ],
    rules: [
      { id: `${name}-rule`, type: 'catalog_rule', attributes: { name, catalog_id: name, ...criteria, ...times } },
    ],
    files: [],
    offerings: [],
    plans: [],
    customApis: [],
    customFields: [],
    applicationKeys: [],
  };
}
