/** What the gateway is attacked on: stores that are generated once and the same each time, on both engines. */
import { demoIds } from '../../src/demo/demo-ids.ts';
import { wideProducts } from './wide-products.ts';

export const engineNames = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

export const storeNames = ['demo', 'large', 'wide'] as const;
export type StoreName = (typeof storeNames)[number];

export interface AttackedStore {
  readonly engine: EngineName;
  readonly name: StoreName;
  /** What a gateway on it is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** The product with the most children. */
  readonly parent: string;
}

interface StoreSource {
  /** Of `npm run demo`. */
  readonly options: readonly string[];
  /** Records that come after these. */
  readonly more?: () => Iterable<object>;
  readonly parent: string;
}

export const storeSources: Readonly<Record<StoreName, StoreSource>> = {
  demo: { options: [], parent: demoIds.products.manyChildrenParent },
  large: { options: ['--products', '100000'], parent: demoIds.products.largestNumberedParent },
  wide: { options: ['--products', '100'], more: wideProducts, parent: demoIds.products.largestNumberedParent },
};
