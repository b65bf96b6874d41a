/** Records but products: few enough to be kept whole while the files are checked. */
import type { ProductResource } from '../contract/product/product.ts';
import type { Resource } from '../contract/resources.ts';
import type { Origin, Place, Sequence } from '../domain/release/staging.ts';
import type { PublishedRecords } from './to-publication.ts';

export type SmallRecord = Exclude<Resource, ProductResource>;

export interface KeptRecord {
  readonly sequence: Sequence;
  readonly place: Place;
  readonly origin: Origin;
  /** Of a node: where it belongs; null: to every catalog. */
  readonly catalogId: string | null;
  /** Of a node, among those of its release. */
  readonly position: number;
  readonly record: SmallRecord;
}

export type KeptOf<Type> = KeptRecord & { readonly record: Extract<SmallRecord, { type: Type }> };

export function ofType<Type extends SmallRecord['type']>(kept: readonly KeptRecord[], type: Type): KeptOf<Type>[] {
  return kept.filter((one): one is KeptOf<Type> => one.record.type === type);
}

/** Of a node: those of several catalogs may have one id. */
export function keyInCatalog({ catalogId, record }: Pick<KeptRecord, 'catalogId' | 'record'>): string {
  return JSON.stringify([catalogId, record.id]);
}

export function toPublishedRecords(kept: readonly KeptRecord[]): PublishedRecords {
  const records = <Type extends SmallRecord['type']>(type: Type) => ofType(kept, type).map(({ record }) => record);
  return {
    catalogs: records('catalog'),
    rules: records('catalog_rule'),
    files: records('file'),
    offerings: records('subscription_offering'),
    plans: records('subscription_plan'),
    customApis: records('custom_api'),
    customFields: records('custom_field'),
    applicationKeys: records('application_key'),
  };
}
