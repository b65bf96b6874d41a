/** What the gateway is attacked on: two stores, each on both engines, generated once and the same each time. */
import { demoIds } from '../../src/demo/demo-ids.ts';

export const engineNames = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

export const storeNames = ['demo', 'large'] as const;
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
  readonly parent: string;
}

export const storeSources: Readonly<Record<StoreName, StoreSource>> = {
  demo: { options: [], parent: demoIds.products.manyChildrenParent },
  large: { options: ['--products', '100000'], parent: demoIds.products.largestNumberedParent },
};
