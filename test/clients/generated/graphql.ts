/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Whether a subscription is in force. */
export type BillingSubscriptionStatus =
  /** In force; every new one is. */
  | 'ACTIVE'
  /** Not in force. */
  | 'INACTIVE';

/** What a boolean field may hold. */
export type BooleanFieldValidationInput = {
  /** Whether the field may be null; true unless set. */
  allowNullValues?: boolean | null | undefined;
};

/** The shopper's context: it chooses the catalog, and with it products, prices and texts. A member that is set counts, the empty text too; one that is null or left out is as the header of the same meaning says. */
export type ContextInput = {
  /** The channel, in place of the header `EP-Channel`; empty matches only rules without channels. ASCII, without spaces at its ends. At most 64 characters. */
  channel?: string | null | undefined;
  /** A language tag (BCP 47), in place of the header `Accept-Language`; empty stands for the release's own language. At most 64 characters. */
  language?: string | null | undefined;
  /** The tag, in place of the header `EP-Context-Tag`; empty matches only rules without tags. ASCII, without spaces at its ends. At most 64 characters. */
  tag?: string | null | undefined;
};

/** A new field of a custom API. */
export type CreateCustomFieldInput = {
  /** The custom API: its global id, or the platform's own (a UUID). */
  customApiId: string | number;
  /** What it stores; null stores an empty text. At most 255 characters. */
  description?: string | null | undefined;
  /** What it holds. */
  fieldType: CustomFieldType;
  /** Its display name; without control characters. 1 to 255 characters. */
  name: string;
  /** The machine name, unique within its custom API. Reserved (rule `reserved`): slug, type, id, meta, created_at, updated_at, links, relationships, attributes, attribute, dimension, dimensions, weight, weights. 1 to 63 characters. */
  slug: string;
  /** Check everything, references and conflicts too, with the same errors, and write nothing: the payload then holds null. */
  validateOnly?: boolean | null | undefined;
  /** What entries may hold; null if there is no limit. Its one member must be named like `fieldType`. */
  validation?: CustomFieldValidationInput | null | undefined;
};

/** A new subscription: an account, what it subscribes to, and how it pays. */
export type CreateSubscriptionInput = {
  /** A UUID of the accounts service; only its form is checked. */
  accountId: string | number;
  /** An ISO 4217 code in use: `EUR`. One that is not in use breaks the rule `enum`. */
  currency: string;
  /** An e-mail address. 3 to 1024 characters. */
  email: string;
  /** A reference to another system, in any form; null if there is none. At most 2048 characters. */
  externalRef?: string | null | undefined;
  /** The subscriber's name, without control characters. 3 to 1024 characters. */
  name: string;
  /** The offering: its global id, or the platform's own (a UUID). */
  offeringId: string | number;
  /** The stored card that pays; null if there is none. */
  paymentAuthority?: PaymentAuthorityInput | null | undefined;
  /** A plan of that offering: its global id, or the platform's own (a UUID). */
  planId: string | number;
  /** Check everything, references and conflicts too, with the same errors, and write nothing: the payload then holds null. */
  validateOnly?: boolean | null | undefined;
};

/** What a custom field holds. */
export type CustomFieldType =
  /** True or false. */
  | 'BOOLEAN'
  /** A number. */
  | 'FLOAT'
  /** A whole number within ±(2^53−1). */
  | 'INTEGER'
  /** Text. */
  | 'STRING';

/** What entries may hold: exactly one member, the one that is named like the field's type. */
export type CustomFieldValidationInput =
  {   /** For a field of the type BOOLEAN. */
  boolean: BooleanFieldValidationInput; float?: never; integer?: never; string?: never; }
  |  { boolean?: never;   /** For a field of the type FLOAT. */
  float: FloatFieldValidationInput; integer?: never; string?: never; }
  |  { boolean?: never; float?: never;   /** For a field of the type INTEGER. */
  integer: IntegerFieldValidationInput; string?: never; }
  |  { boolean?: never; float?: never; integer?: never;   /** For a field of the type STRING. */
  string: StringFieldValidationInput; };

/** What went wrong, as `extensions.code` of an error says it. */
export type ErrorCode =
  /** The request is not a GraphQL request. */
  | 'BAD_REQUEST'
  /** The write contradicts what is stored, such as a slug that is taken; or the first request with the same idempotency key is still running. */
  | 'CONFLICT'
  /** Only trusted documents are executed, and this is none of them. */
  | 'DOCUMENT_NOT_TRUSTED'
  /** The cursor is of a release that is no longer current: start again without a cursor. */
  | 'EXPIRED'
  /** The token may not do this. */
  | 'FORBIDDEN'
  /** The document does not parse. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not fit the schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** A fault of the gateway: quote the request id when you report it. */
  | 'INTERNAL'
  /** The request is more work than one request may be: `limitName`, `limit` and `requested` say which limit. */
  | 'LIMIT_EXCEEDED'
  /** The method is not allowed: a mutation needs POST. */
  | 'METHOD_NOT_ALLOWED'
  /** The request accepts no media type that the gateway has. */
  | 'NOT_ACCEPTABLE'
  /** There is no such thing, or not for this shopper. */
  | 'NOT_FOUND'
  /** A write went to the platform behind the gateway, and no answer came: it may have been done. Look before you send it again. */
  | 'OUTCOME_UNKNOWN'
  /** The body is larger than `bodyBytes` of `limits`. */
  | 'PAYLOAD_TOO_LARGE'
  /** The document has another hash than the one that the request names it by. */
  | 'PERSISTED_QUERY_MISMATCH'
  /** The document that the request names is not known: send it with its text. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** The document that the request names is not known, and no other than trusted documents are executed. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  /** Too many requests: wait as long as `Retry-After` says. */
  | 'RATE_LIMITED'
  /** The headers are larger than `headerBytes` of `limits`. */
  | 'REQUEST_HEADER_FIELDS_TOO_LARGE'
  /** The request took too long to arrive. */
  | 'REQUEST_TIMEOUT'
  /** The operation needs a bearer token, and none or no valid one was sent. */
  | 'UNAUTHENTICATED'
  /** The database, or the platform behind the gateway, can't be reached or written for the moment, or took too long, or more requests come than can be answered: try again after `Retry-After`. */
  | 'UNAVAILABLE'
  /** The children of a product that is not a base product; or an idempotency key that was used with another input. */
  | 'UNPROCESSABLE_ENTITY'
  /** The platform behind the gateway has nothing that could answer this: `capabilities` says what it has. */
  | 'UNSUPPORTED'
  /** The body is not JSON, or is compressed. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The input breaks a rule: `violations` lists every fault. */
  | 'VALIDATION_FAILED';

/** What a float field may hold. */
export type FloatFieldValidationInput = {
  /** Whether the field may be null; true unless set. */
  allowNullValues?: boolean | null | undefined;
  /** The greatest value; null if there is no limit. */
  maxValue?: number | null | undefined;
  /** The least value, not greater than `maxValue` (rule `range`); null if there is no limit. */
  minValue?: number | null | undefined;
};

/** What an id must be: give exactly one member. */
export type IdFilter =
  {   /** One of these: global ids or the platform's own, in any order. At least 1 item. At least 1 character each. */
  in: Array<string | number>; };

/** What an integer field may hold. */
export type IntegerFieldValidationInput = {
  /** Whether the field may be null; true unless set. */
  allowNullValues?: boolean | null | undefined;
  /** The greatest value; null if there is no limit. -9007199254740991 to 9007199254740991. */
  maxValue?: number | null | undefined;
  /** The least value, not greater than `maxValue` (rule `range`); null if there is no limit. -9007199254740991 to 9007199254740991. */
  minValue?: number | null | undefined;
};

/** What an attribute with several values must contain: give exactly one member. */
export type ListFilter =
  {   /** Contains this value. At least 1 character. */
  eq: string; in?: never; }
  |  { eq?: never;   /** Contains any of these values. At least 1 item. At least 1 character each. */
  in: Array<string>; };

/** The stored card that pays the subscription. Write-only: it is never shown again. */
export type PaymentAuthorityInput = {
  /** The gateway's id of the card. 1 to 1024 characters. */
  cardId: string;
  /** The gateway's id of the customer. 1 to 1024 characters. */
  customerId: string;
  /** The payment gateway. */
  type: PaymentAuthorityType;
};

/** The payment gateway. */
export type PaymentAuthorityType =
  /** The vendor's net gateway. */
  | 'VENDOR_NET'
  /** The vendor's payments processor. */
  | 'VENDOR_PAYMENTS_PROCESSOR';

/** Bounds of a price, in one currency; both included. Without bounds: that there is a price. */
export type PriceFilter = {
  /** The currency. */
  currency: string;
  /** The greatest amount, not less than `min` (rule `range`); null: any. */
  max?: string | null | undefined;
  /** The least amount, in the lowest denomination; null: any. */
  min?: string | null | undefined;
};

/** Which products are listed: a product must match every member that is set (AND). A product without the attribute never matches. */
export type ProductFilter = {
  /** The product's id. */
  id?: IdFilter | null | undefined;
  /** The manufacturer's part number. */
  mpn?: TextFilter | null | undefined;
  /** The product's name, in the language that it is shown in here. */
  name?: TextFilter | null | undefined;
  /** Options of variations, by their `resourceId`: one of each list (size small or medium, and red). A child has them, and a parent matches by a live child that has them all. A live child whose parent is a draft is listed, but matches none: its options are its parent's to say. */
  options?: Array<Array<string | number>> | null | undefined;
  /** What it costs now, as `price` says it; a parent matches by a live child that does, and matches the `options` too. */
  price?: PriceFilter | null | undefined;
  /** The types: standard, parent, child, bundle. */
  productTypes?: ListFilter | null | undefined;
  /** The stock keeping unit. */
  sku?: TextFilter | null | undefined;
  /** The slug. */
  slug?: TextFilter | null | undefined;
  /** The tags; case does not matter. */
  tags?: ListFilter | null | undefined;
  /** The universal product code or European article number. */
  upcEan?: TextFilter | null | undefined;
};

/** Whether shoppers may see a product. */
export type ProductStatus =
  /** Not visible: never returned. */
  | 'DRAFT'
  /** Visible. */
  | 'LIVE';

/** What a string field may hold. */
export type StringFieldValidationInput = {
  /** Whether the field may be null; true unless set. */
  allowNullValues?: boolean | null | undefined;
  /** The most characters; null if there is no limit. 0 to 65535. */
  maxLength?: number | null | undefined;
  /** The fewest characters, not more than `maxLength` (rule `range`); null if there is no limit. 0 to 65535. */
  minLength?: number | null | undefined;
  /** RE2 syntax; null allows any text. At most 1024 characters. At most 10000 instructions when compiled. */
  regex?: string | null | undefined;
};

/** What a text attribute must be: give exactly one member. Upper and lower case differ. */
export type TextFilter =
  {   /** Exactly this value. At least 1 character. */
  eq: string; in?: never; }
  |  { eq?: never;   /** One of these values. At least 1 item. At least 1 character each. */
  in: Array<string>; };

/** A new name for an application key. */
export type UpdateApplicationKeyInput = {
  /** The key: its global id, or the platform's own (a UUID). */
  id: string | number;
  /** The key's display name, without control characters. 1 to 255 characters. */
  name: string;
  /** Check everything, references and conflicts too, with the same errors, and write nothing: the payload then holds null. */
  validateOnly?: boolean | null | undefined;
};

/** The rule that a value breaks: an argument of `@constraint`, or one that has no such form. */
export type ViolationRule =
  /** A character that no text may hold: NUL, or a lone surrogate. */
  | 'characters'
  /** The value is taken. */
  | 'conflict'
  /** It differs from the request's headers, which alone name the context here. */
  | 'context'
  /** Not a cursor of this list. */
  | 'cursor'
  /** Not one of the allowed values. */
  | 'enum'
  /** Two arguments that exclude each other. */
  | 'exclusive'
  /** Not of the format. */
  | 'format'
  /** Too large a number. */
  | 'max'
  /** Too many items. */
  | 'maxItems'
  /** Too many characters. */
  | 'maxLength'
  /** A regular expression that compiles to too many instructions. */
  | 'maxProgramSize'
  /** Too small a number. */
  | 'min'
  /** Too few items. */
  | 'minItems'
  /** Too few characters. */
  | 'minLength'
  /** No rule: says how many violations there are beyond those that are listed. */
  | 'more'
  /** The pattern does not match. */
  | 'pattern'
  /** Two members that contradict each other. */
  | 'range'
  /** It names something that does not exist. */
  | 'reference'
  /** Missing, or null. */
  | 'required'
  /** A reserved name. */
  | 'reserved'
  /** Of another type. */
  | 'type';

export type ChildProductsQueryVariables = Exact<{
  parent: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ProductFilter | null | undefined;
  currency: string;
  context?: ContextInput | null | undefined;
}>;


export type ChildProductsQuery = { childProducts: { totalCount: number, nodes: Array<{ id: string, resourceId: string, name: string, sku: string | null, status: ProductStatus, price: { money: { currency: string, amount: string, formatted: string } } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null }, context: { reason: string, catalog: { name: string } } } | null };

export type ProductCardFragment = { id: string, resourceId: string, name: string, sku: string | null, status: ProductStatus, price: { money: { currency: string, amount: string, formatted: string } } | null };

export type CreateSubscriptionMutationVariables = Exact<{
  input: CreateSubscriptionInput;
}>;


export type CreateSubscriptionMutation = { createSubscription: { subscription: { id: string, resourceId: string, status: BillingSubscriptionStatus, currency: string, offering: { name: string } } | null } | null };

export type SubscriptionQueryVariables = Exact<{
  id: string | number;
}>;


export type SubscriptionQuery = { subscription: { id: string, resourceId: string, status: BillingSubscriptionStatus, currency: string, offering: { name: string } } | null };

export type UpdateApplicationKeyMutationVariables = Exact<{
  input: UpdateApplicationKeyInput;
}>;


export type UpdateApplicationKeyMutation = { updateApplicationKey: { applicationKey: { id: string, name: string, updatedAt: string } | null } | null };

export type CreateCustomFieldMutationVariables = Exact<{
  input: CreateCustomFieldInput;
}>;


export type CreateCustomFieldMutation = { createCustomField: { customField: { id: string, slug: string, fieldType: CustomFieldType, validation: { integer: { minValue: number | null, maxValue: number | null, allowNullValues: boolean } | null }, customApi: { fields: { nodes: Array<{ slug: string }> } | null } | null } | null } | null };

export type ErrorShapesQueryVariables = Exact<{ [key: string]: never; }>;


export type ErrorShapesQuery = { errorShapes: Array<{ code: ErrorCode, status: number, title: string, requestId: string, limitName: string | null, limit: number | null, requested: number | null, violations: Array<{ path: Array<string | number>, rule: ViolationRule, message: string }> | null }> };

export const ProductCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProductCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Product"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"sku"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"currency"},"value":{"kind":"Variable","name":{"kind":"Name","value":"currency"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"money"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"formatted"}}]}}]}}]}}]} as unknown as DocumentNode<ProductCardFragment, unknown>;
export const ChildProductsDocument = {"__meta__":{"hash":"sha256:7129163be6edad9e84e21e85a8079d1b80c44b44be311122a426ce8834c31e9e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChildProducts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"parent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProductFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"currency"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CurrencyCode"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"context"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ContextInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"childProducts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"productId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"parent"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"context"},"value":{"kind":"Variable","name":{"kind":"Name","value":"context"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProductCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProductCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Product"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"sku"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"currency"},"value":{"kind":"Variable","name":{"kind":"Name","value":"currency"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"money"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"formatted"}}]}}]}}]}}]} as unknown as DocumentNode<ChildProductsQuery, ChildProductsQueryVariables>;
export const CreateSubscriptionDocument = {"__meta__":{"hash":"sha256:c42f5ab5a35489a13c44a3cfbe14369a702d70a85b26bf19c39a4e016f472696"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSubscriptionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"offering"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateSubscriptionMutation, CreateSubscriptionMutationVariables>;
export const SubscriptionDocument = {"__meta__":{"hash":"sha256:4124fb0085cd24bdec83eb17d337e2a4c75c90ff71d98e8e19d93c7256d6afb3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Subscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"offering"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<SubscriptionQuery, SubscriptionQueryVariables>;
export const UpdateApplicationKeyDocument = {"__meta__":{"hash":"sha256:b3098a1025c3eb227376b3e4cd11f93e0e9152f119dd10c430feb5d0438ea2dd"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateApplicationKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApplicationKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApplicationKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"applicationKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateApplicationKeyMutation, UpdateApplicationKeyMutationVariables>;
export const CreateCustomFieldDocument = {"__meta__":{"hash":"sha256:892531032d46e12cab9ba01d67aa61066cc1ab3fba6d309c13b3cdec6455e84c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCustomField"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCustomFieldInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCustomField"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"customField"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"fieldType"}},{"kind":"Field","name":{"kind":"Name","value":"validation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"integer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minValue"}},{"kind":"Field","name":{"kind":"Name","value":"maxValue"}},{"kind":"Field","name":{"kind":"Name","value":"allowNullValues"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"customApi"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateCustomFieldMutation, CreateCustomFieldMutationVariables>;
export const ErrorShapesDocument = {"__meta__":{"hash":"sha256:e39cb1c754f6c70e008d5f015052f58434aafd9f7aaa2bba68fca7ce2ac61813"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ErrorShapes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorShapes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"limitName"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"requested"}}]}}]}}]} as unknown as DocumentNode<ErrorShapesQuery, ErrorShapesQueryVariables>;