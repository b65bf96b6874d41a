/**
 * The tables, as Kysely sees them: the same on both engines. Names are snake_case; moments are RFC 3339 texts (UTC,
 * milliseconds, `Z`); flags are 0 or 1; documents and lists are JSON as text, so that what was stored goes out as it is.
 */
import type { Generated } from 'kysely';
import type { BillingInterval } from '../domain/subscription/subscription.ts';

export interface Schema {
  catalog: CatalogTable;
  catalog_rule: CatalogRuleTable;
  release: ReleaseTable;
  release_product: ReleaseProductTable;
  release_product_label: ReleaseProductLabelTable;
  release_price_range: ReleasePriceRangeTable;
  release_node: ReleaseNodeTable;
  release_ordinal: ReleaseOrdinalTable;
  release_index_block: ReleaseIndexBlockTable;
  file: FileTable;
  offering: OfferingTable;
  plan: PlanTable;
  subscription: SubscriptionTable;
  application_key: ApplicationKeyTable;
  custom_api: CustomApiTable;
  custom_field: CustomFieldTable;
  signing_key: SigningKeyTable;
  idempotency_key: IdempotencyKeyTable;
  shared_state: SharedStateTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_sender: WebhookSenderTable;
  mirror: MirrorTable;
}

export interface CatalogTable {
  id: string;
  name: string;
  created_at: string;
  current_release_id: number | null;
  files_published_at: Generated<string | null>;
  /** The release that will be current in a moment; null: none was announced. */
  next_release_id: Generated<number | null>;
}

export interface CatalogRuleTable {
  id: string;
  catalog_id: string;
  name: string;
  channels: string;
  tags: string;
  account_ids: string;
  account_tag_ids: string;
  customer_ids: string;
  unknown_criteria: string;
  schedules: string;
  created_at: string;
}

export interface ReleaseTable {
  id: Generated<number>;
  catalog_id: string;
  state: 'building' | 'published' | 'retired';
  created_at: string;
  published_at: string | null;
  product_count: number;
  live_product_count: number;
  /** When the process that builds it was last seen at work. */
  touched_at: string | null;
  /** Of its content: equal contents, equal digests. */
  digest: string | null;
  /** The languages that it has texts in, its own first: a JSON list of BCP 47 tags. */
  languages: string | null;
  /** `releaseFormat`, or that of an older version. */
  format: Generated<number>;
  /** What its index holds (`index/index-manifest.ts`); null: it has none. */
  index_manifest: Generated<string | null>;
  /** Of a copy: the platform's release. */
  original_id: Generated<string | null>;
  /** Of its products, as JSON (`LanguageCounts`); null: an older version published it. */
  language_counts: Generated<string | null>;
  /** Of the process that rebuilds its index: until when, and which process it is. */
  index_lease: Generated<string | null>;
}

export interface ReleaseProductTable {
  release_id: number;
  product_id: string;
  parent_id: string | null;
  sort_key: string;
  is_live: number;
  is_base: number;
  live_child_count: number;
  /** Of its matrix. */
  combination_count: number;
  name: string | null;
  sku: string | null;
  slug: string | null;
  mpn: string | null;
  upc_ean: string | null;
  /** Of the record that it was made of. */
  digest: string;
  /** Of a live child: what its parent's price ranges are made of (`domain/product/price-range.ts`). */
  price_points: string | null;
  /** Names and descriptions by language. */
  locales: string | null;
  /** The variation matrix of a parent, which is left out of its document. */
  matrix: string | null;
  /** What a live product is filtered by, of which it has many (`index/product-labels.ts`); null: it is a draft, or of format 1. */
  labels: string | null;
  /** Of the matrix's children those that can't be shown: child's id → why. */
  unavailable_children: string | null;
  document: string;
  /** Of document, matrix and locales: equal texts, equal digests; null: an older version stored the product. */
  content_digest: string | null;
  /** What was added to its record (`contract/added-members.ts`); null: nothing, or an older version stored it. */
  added_members: string | null;
  /** Of its record among those of the release: they ascend, with gaps; null: an older version stored it, and they are in the order of their ids, before all others. */
  position: number | string | null;
}

/** The labels of live products in releases of format 1. Nothing writes them any more. */
export interface ReleaseProductLabelTable {
  release_id: number;
  kind: 'type' | 'tag';
  value: string;
  product_id: string;
  sort_key: string;
}

/** What the live children of a parent cost, from one moment to the next at which a sale ends. */
export interface ReleasePriceRangeTable {
  release_id: number;
  product_id: string;
  currency: string;
  /** Inclusive; '' is the beginning of time. */
  valid_from: string;
  /** Exclusive; '~' is the end of time. */
  valid_until: string;
  min_amount: bigint | string;
  min_includes_tax: number;
  max_amount: bigint | string;
  max_includes_tax: number;
}

/** The live products of a release in the order of its lists, from 0. */
export interface ReleaseOrdinalTable {
  release_id: number;
  ordinal: number;
  sort_key: string;
  /** What the product shows by itself (`domain/product/product-slots.ts`); null: of a format before 6. */
  slots: string | null;
  /** What else lists may show of it (`domain/product/product-details.ts`); null: an older version indexed it. */
  details: string | null;
}

/** The blocks of an index, counted from 0: `index_manifest` says what each is. */
export interface ReleaseIndexBlockTable {
  release_id: number;
  block: number;
  content: Uint8Array;
}

export interface ReleaseNodeTable {
  release_id: number;
  node_id: string;
  sort_key: string;
  digest: string;
  /** Of the node above, as far as the release has it; empty: it is a root; null: it is a draft, or not placed yet. */
  parent_id: Generated<string | null>;
  /** By which a node is found by its slug (`index/node-tree.ts`); null: it has none, or is a draft. */
  slug_key: Generated<string | null>;
  /** How many nodes are above it. */
  depth: Generated<number>;
  document: string;
  /** As of a product. */
  added_members: string | null;
  position: number | string | null;
}

export interface FileTable {
  id: string;
  /** The platform's record. */
  document: string;
}

export interface OfferingTable {
  id: string;
  external_ref: string | null;
  name: string;
  description: string | null;
  external_product_refs: string;
  owner: 'store' | 'organization';
  created_at: string;
  updated_at: string;
  /** Of an imported record; JSON text. */
  unknown_members: string | null;
}

export interface PlanTable {
  id: string;
  offering_id: string;
  name: string;
  description: string | null;
  billing_interval_type: BillingInterval | null;
  /** As `reserved_rate_limit`. */
  billing_frequency: string | null;
  prices: string;
}

export interface SubscriptionTable {
  id: string;
  external_ref: string | null;
  account_id: string;
  offering_id: string;
  /** The offering as it was at that moment. */
  offering: string;
  plan_id: string;
  currency: string;
  name: string;
  email: string;
  payment_authority_type: string | null;
  payment_customer_id: string | null;
  payment_card_id: string | null;
  owner: 'store' | 'organization';
  status: 'active' | 'inactive';
  created_at: string;
  updated_at: string;
  canceled_at: string | null;
  paused_at: string | null;
  resumed_at: string | null;
  end_date: string | null;
  state: string | null;
}

export interface ApplicationKeyTable {
  id: string;
  name: string;
  client_id: string;
  secret_hash: string | null;
  /** The digits of a whole number of 64 bits. */
  reserved_rate_limit: string;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface CustomApiTable {
  id: string;
  name: string;
  description: string;
  slug: string;
  api_type: string;
  created_at: string;
  updated_at: string;
  /** Of an imported record; JSON text. */
  unknown_members: string | null;
}

export interface CustomFieldTable {
  id: string;
  custom_api_id: string;
  name: string;
  description: string;
  slug: string;
  field_type: 'string' | 'integer' | 'boolean' | 'float';
  validation: string;
  created_at: string;
  updated_at: string;
  /** Of an imported record; JSON text. */
  unknown_members: string | null;
}

export interface SigningKeyTable {
  id: string;
  algorithm: string;
  private_jwk: string;
  created_at: string;
  expires_at: string | null;
}

/** What a write answered, for 24 hours: the same key is answered the same. */
export interface IdempotencyKeyTable {
  actor: string;
  operation: string;
  /** The key itself is not kept. */
  key_hash: string;
  /** Of the input. */
  fingerprint: string;
  answer: string;
  created_at: string;
}

export interface WebhookTable {
  id: string;
  url: string;
  catalog_id: string | null;
  secret: string;
  created_at: string;
}

/** Counts up in the order in which publishing transactions are committed. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  webhook_id: string;
  catalog_id: string;
  message_id: string;
  body: string;
  attempts: number;
  pending_since: string;
  next_attempt_at: string;
  failed_at: string | null;
  last_error: string | null;
}

/** One row. */
export interface WebhookSenderTable {
  id: number;
  holder: string | null;
  beat: number;
}

export interface SharedStateTable {
  name: string;
  /** Counts the changes. */
  version: number;
  /** JSON. */
  state: string;
}

/** One row. */
export interface MirrorTable {
  id: number;
  holder: string | null;
  beat: number;
  requests: number;
  answered: number;
  begun: number;
  current_at: string | null;
  problem: string | null;
  /** Nothing reads or writes it any more. It stays for instances of the version before, which write it. */
  problem_at: string | null;
}
