/** The contract's product resource, as far as the gateway reads it. Everything but the id and the status may be absent. */
import type { Int64 } from '../../domain/input/exact-json.ts';
import type { DisplayPriceDocument, PriceDataDocument, PriceMapDocument, TierMapDocument } from './price-document.ts';

type JsonMap<Value> = Readonly<Record<string, Value>>;
type One = { readonly data?: { readonly id: string } | null };
type Many = { readonly data?: readonly { readonly id: string }[] | null };

export interface ProductDocument {
  readonly id: string;
  readonly attributes: {
    readonly name?: string;
    readonly description?: string | null;
    readonly slug?: string;
    readonly sku?: string;
    readonly status: 'live' | 'draft';
    readonly commodity_type?: 'physical' | 'digital';
    readonly base_product?: boolean;
    readonly base_product_id?: string | null;
    readonly curated_product?: boolean;
    readonly upc_ean?: string;
    readonly manufacturer_part_num?: string;
    readonly external_ref?: string | null;
    readonly tags?: readonly string[];
    readonly price_modifiers?: readonly string[];
    readonly created_at?: string;
    readonly updated_at?: string;
    readonly published_at?: string | null;
    readonly price?: PriceMapDocument;
    readonly tiers?: TierMapDocument;
    readonly components?: JsonMap<ComponentDocument>;
    readonly custom_inputs?: JsonMap<CustomInputDocument>;
    readonly extensions?: JsonMap<JsonMap<unknown>>;
  };
  readonly relationships?: RelationshipsDocument | null;
  readonly meta?: MetaDocument | null;
}

interface RelationshipsDocument {
  readonly parent?: One;
  readonly children?: Many;
  readonly component_products?: Many;
  readonly files?: { readonly data?: readonly { readonly id: string; readonly created_at?: string }[] | null };
  readonly main_image?: One;
  readonly links?: { readonly self?: string };
}

interface MetaDocument {
  readonly product_types?: readonly string[];
  readonly language?: string;
  readonly bread_crumbs?: JsonMap<readonly string[]>;
  readonly bread_crumb_nodes?: readonly string[];
  readonly catalog_id?: string;
  readonly catalog_source?: string;
  readonly pricebook_id?: string | null;
  readonly sale_id?: string;
  readonly sale_expires?: string | null;
  readonly display_price?: DisplayPriceDocument;
  readonly original_price?: PriceMapDocument;
  readonly original_display_price?: DisplayPriceDocument;
  readonly price_modifiers?: PriceDataDocument['price_modifiers'];
  readonly bundle_configuration?: {
    readonly selected_options: JsonMap<JsonMap<Int64>>;
    readonly component_products?: JsonMap<PriceDataDocument>;
  };
  readonly variations?: readonly VariationDocument[];
}

interface ComponentDocument {
  readonly name?: string;
  readonly min?: Int64 | null;
  readonly max?: Int64 | null;
  readonly sort_order?: Int64 | null;
  readonly options?: readonly {
    readonly id: string;
    readonly type?: string;
    readonly quantity?: Int64;
    readonly sort_order?: Int64 | null;
    readonly default?: boolean | null;
  }[];
}

interface CustomInputDocument {
  readonly name?: string;
  readonly required?: boolean | null;
  readonly validation_rules?: readonly {
    readonly type?: string;
    readonly options?: { readonly max_length?: number };
  }[];
}

interface VariationDocument {
  readonly id: string;
  readonly name?: string;
  readonly sort_order?: Int64 | null;
  readonly options?: readonly {
    readonly id: string;
    readonly name?: string;
    readonly description?: string;
    readonly sort_order?: Int64 | null;
  }[];
}
