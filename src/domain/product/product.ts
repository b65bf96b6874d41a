import type { Int64 } from '../input/exact-json.ts';
import type { Localisation } from '../language/localisation.ts';
import type { PriceData, Tier } from './price.ts';

/**
 * A product as one release of one catalog holds it: the contract's product resource ("Product resource"), maps turned
 * into lists whose items carry their key. Immutable, like its release. Date-times are RFC 3339 texts, as published.
 */
export interface Product extends PriceData {
  readonly id: string;
  /** The release that this product was read from: whatever hangs on the product is read from the same one. */
  readonly releaseId: string;
  readonly name: string;
  readonly description: string | null;
  readonly slug: string | null;
  readonly sku: string | null;
  readonly status: ProductStatus;
  readonly commodityType: 'physical' | 'digital' | null;
  readonly isBaseProduct: boolean;
  readonly baseProductId: string | null;
  readonly isCurated: boolean;
  readonly upcEan: string | null;
  readonly manufacturerPartNum: string | null;
  readonly externalRef: string | null;
  readonly tags: readonly string[];
  /** `standard`, `parent`, `child`, `bundle`: assigned by the platform. */
  readonly productTypes: readonly string[];
  /** That its name and description are in; null: not said. */
  readonly language: string | null;
  readonly localisations: readonly Localisation[];
  readonly publishedAt: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly priceModifierNames: readonly string[];
  readonly tiers: readonly Tier[];
  readonly components: readonly Component[];
  readonly customInputs: readonly CustomInput[];
  readonly extensions: readonly Extension[];
  readonly parentId: string | null;
  readonly childIds: readonly string[];
  readonly files: readonly ProductFile[];
  readonly mainImageId: string | null;
  readonly componentProductIds: readonly string[];
  readonly breadcrumbs: readonly BreadcrumbTrail[];
  /** Of the nodes that it is in, as the platform gave them. */
  readonly nodeIds: readonly string[];
  readonly breadcrumbNodeIds: readonly string[];
  readonly catalogId: string | null;
  readonly catalogSource: 'pim' | null;
  readonly bundleConfiguration: BundleConfiguration | null;
  readonly variations: readonly Variation[];
  /** How many live children the release has; 0 for a product that is not a base product. */
  readonly liveChildCount: number;
  /** How many combinations of options its matrix has. */
  readonly combinationCount: number;
}

export type ProductStatus = 'live' | 'draft';

/** A slot of a bundle: what a shopper picks from, and how many. `min`, `max` null: no bound. */
export interface Component {
  readonly key: string;
  readonly name: string;
  readonly min: Int64 | null;
  readonly max: Int64 | null;
  readonly sortOrder: Int64 | null;
  readonly options: readonly ComponentOption[];
}

export interface ComponentOption {
  readonly productId: string;
  readonly quantity: Int64 | null;
  readonly sortOrder: Int64 | null;
  readonly isDefault: boolean | null;
}

export interface CustomInput {
  readonly key: string;
  readonly name: string;
  readonly isRequired: boolean | null;
  readonly validationRules: readonly { readonly maxLength: number | null }[];
}

/** A template's attributes; the values are whatever the template holds, as JSON. */
export interface Extension {
  readonly template: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

export interface ProductFile {
  readonly id: string;
  readonly createdAt: string | null;
}

/** A node that the product is in, and that node's chain of parents as the platform gave it (up to 10). */
export interface BreadcrumbTrail {
  readonly nodeId: string;
  readonly parentNodeIds: readonly string[];
}

/** What a component product costs within its bundle. */
export interface ComponentProduct extends PriceData {
  readonly productId: string;
  readonly priceModifierNames: readonly string[];
}

export interface BundleConfiguration {
  readonly selectedOptions: readonly {
    readonly componentKey: string;
    readonly options: readonly { readonly productId: string; readonly quantity: bigint }[];
  }[];
  readonly componentProducts: readonly ComponentProduct[];
}

export interface Variation {
  readonly id: string;
  readonly name: string | null;
  readonly sortOrder: Int64 | null;
  readonly options: readonly VariationOption[];
}

export interface VariationOption {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly sortOrder: Int64 | null;
}

/** `optionIds` has one option of each variation, in the order of the variations. */
export interface MatrixEntry {
  readonly optionIds: readonly string[];
  readonly productId: string;
}
