/** What a person wrote down about a product of the demo store; the rest is derived. */
import type { Currency } from './money.ts';
import type { VariationKey } from './variation-specs.ts';

export interface ProductSpec {
  /** Names the product in code: its slug, its sku in lower case, and what its id is derived from. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
  /** Name and description in German, where somebody translated them. */
  readonly de?: readonly [name: string, text: string];
  /** The list price in euro cents, before a catalog's own price book. */
  readonly eur: number;
  /** Keys of the nodes it is in. */
  readonly nodes: readonly string[];
  readonly tags: readonly string[];
  /** Its weight; a digital product has none. */
  readonly grams?: number;
  readonly care?: 'shell' | 'down' | 'wool' | 'cotton' | 'leather' | 'wipe';
  readonly status?: 'draft';
  readonly digital?: true;
  readonly curated?: true;
  readonly sale?: 'running' | 'expired';
  readonly input?: 'engraving' | 'name-tag';
  /** Cheaper by the five and by the twenty. */
  readonly tiers?: true;
  /** The currencies it is sold in, where not in euros, dollars and pounds. */
  readonly currencies?: readonly Currency[];
}

export interface ParentSpec extends ProductSpec {
  readonly variations: readonly VariationKey[];
  /** How many of the combinations are built. */
  readonly children: number;
  /** Which of the built children are drafts; none unless said. */
  readonly drafts?: 'some' | 'all';
}

export interface BundleSpec extends ProductSpec {
  readonly components: Readonly<Record<string, ComponentSpec>>;
}

export interface ComponentSpec {
  readonly name: string;
  readonly min: number | null;
  readonly max: number | null;
  /** A product's key, or `parent#n`: the parent's n-th live child, from 0. The first is the default. */
  readonly options: readonly string[];
  readonly quantity?: number;
}
