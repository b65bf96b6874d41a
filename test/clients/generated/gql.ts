/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query ChildProducts($parent: ID!, $first: Int, $after: String, $filter: ProductFilter, $currency: CurrencyCode!) {\n  childProducts(productId: $parent, first: $first, after: $after, filter: $filter) {\n    totalCount\n    nodes {\n      ...ProductCard\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    context {\n      catalog {\n        name\n      }\n      reason\n    }\n  }\n}\n\nfragment ProductCard on Product {\n  id\n  resourceId\n  name\n  sku\n  status\n  price(currency: $currency) {\n    money {\n      currency\n      amount\n      formatted\n    }\n  }\n}\n\nmutation CreateSubscription($input: CreateSubscriptionInput!) {\n  createSubscription(input: $input) {\n    subscription {\n      id\n      resourceId\n      status\n      currency\n      offering {\n        name\n      }\n    }\n  }\n}\n\nquery Subscription($id: ID!) {\n  subscription(id: $id) {\n    id\n    resourceId\n    status\n    currency\n    offering {\n      name\n    }\n  }\n}\n\nmutation UpdateApplicationKey($input: UpdateApplicationKeyInput!) {\n  updateApplicationKey(input: $input) {\n    applicationKey {\n      id\n      name\n      updatedAt\n    }\n  }\n}\n\nmutation CreateCustomField($input: CreateCustomFieldInput!) {\n  createCustomField(input: $input) {\n    customField {\n      id\n      slug\n      fieldType\n      validation {\n        integer {\n          minValue\n          maxValue\n          allowNullValues\n        }\n      }\n      customApi {\n        fields(first: 10) {\n          nodes {\n            slug\n          }\n        }\n      }\n    }\n  }\n}\n\nquery ErrorShapes {\n  errorShapes {\n    code\n    status\n    title\n    requestId\n    violations {\n      path\n      rule\n      message\n    }\n    limitName\n    limit\n    requested\n  }\n}": typeof types.ChildProductsDocument,
};
const documents: Documents = {
    "query ChildProducts($parent: ID!, $first: Int, $after: String, $filter: ProductFilter, $currency: CurrencyCode!) {\n  childProducts(productId: $parent, first: $first, after: $after, filter: $filter) {\n    totalCount\n    nodes {\n      ...ProductCard\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    context {\n      catalog {\n        name\n      }\n      reason\n    }\n  }\n}\n\nfragment ProductCard on Product {\n  id\n  resourceId\n  name\n  sku\n  status\n  price(currency: $currency) {\n    money {\n      currency\n      amount\n      formatted\n    }\n  }\n}\n\nmutation CreateSubscription($input: CreateSubscriptionInput!) {\n  createSubscription(input: $input) {\n    subscription {\n      id\n      resourceId\n      status\n      currency\n      offering {\n        name\n      }\n    }\n  }\n}\n\nquery Subscription($id: ID!) {\n  subscription(id: $id) {\n    id\n    resourceId\n    status\n    currency\n    offering {\n      name\n    }\n  }\n}\n\nmutation UpdateApplicationKey($input: UpdateApplicationKeyInput!) {\n  updateApplicationKey(input: $input) {\n    applicationKey {\n      id\n      name\n      updatedAt\n    }\n  }\n}\n\nmutation CreateCustomField($input: CreateCustomFieldInput!) {\n  createCustomField(input: $input) {\n    customField {\n      id\n      slug\n      fieldType\n      validation {\n        integer {\n          minValue\n          maxValue\n          allowNullValues\n        }\n      }\n      customApi {\n        fields(first: 10) {\n          nodes {\n            slug\n          }\n        }\n      }\n    }\n  }\n}\n\nquery ErrorShapes {\n  errorShapes {\n    code\n    status\n    title\n    requestId\n    violations {\n      path\n      rule\n      message\n    }\n    limitName\n    limit\n    requested\n  }\n}": types.ChildProductsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ChildProducts($parent: ID!, $first: Int, $after: String, $filter: ProductFilter, $currency: CurrencyCode!) {\n  childProducts(productId: $parent, first: $first, after: $after, filter: $filter) {\n    totalCount\n    nodes {\n      ...ProductCard\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    context {\n      catalog {\n        name\n      }\n      reason\n    }\n  }\n}\n\nfragment ProductCard on Product {\n  id\n  resourceId\n  name\n  sku\n  status\n  price(currency: $currency) {\n    money {\n      currency\n      amount\n      formatted\n    }\n  }\n}\n\nmutation CreateSubscription($input: CreateSubscriptionInput!) {\n  createSubscription(input: $input) {\n    subscription {\n      id\n      resourceId\n      status\n      currency\n      offering {\n        name\n      }\n    }\n  }\n}\n\nquery Subscription($id: ID!) {\n  subscription(id: $id) {\n    id\n    resourceId\n    status\n    currency\n    offering {\n      name\n    }\n  }\n}\n\nmutation UpdateApplicationKey($input: UpdateApplicationKeyInput!) {\n  updateApplicationKey(input: $input) {\n    applicationKey {\n      id\n      name\n      updatedAt\n    }\n  }\n}\n\nmutation CreateCustomField($input: CreateCustomFieldInput!) {\n  createCustomField(input: $input) {\n    customField {\n      id\n      slug\n      fieldType\n      validation {\n        integer {\n          minValue\n          maxValue\n          allowNullValues\n        }\n      }\n      customApi {\n        fields(first: 10) {\n          nodes {\n            slug\n          }\n        }\n      }\n    }\n  }\n}\n\nquery ErrorShapes {\n  errorShapes {\n    code\n    status\n    title\n    requestId\n    violations {\n      path\n      rule\n      message\n    }\n    limitName\n    limit\n    requested\n  }\n}"): (typeof documents)["query ChildProducts($parent: ID!, $first: Int, $after: String, $filter: ProductFilter, $currency: CurrencyCode!) {\n  childProducts(productId: $parent, first: $first, after: $after, filter: $filter) {\n    totalCount\n    nodes {\n      ...ProductCard\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    context {\n      catalog {\n        name\n      }\n      reason\n    }\n  }\n}\n\nfragment ProductCard on Product {\n  id\n  resourceId\n  name\n  sku\n  status\n  price(currency: $currency) {\n    money {\n      currency\n      amount\n      formatted\n    }\n  }\n}\n\nmutation CreateSubscription($input: CreateSubscriptionInput!) {\n  createSubscription(input: $input) {\n    subscription {\n      id\n      resourceId\n      status\n      currency\n      offering {\n        name\n      }\n    }\n  }\n}\n\nquery Subscription($id: ID!) {\n  subscription(id: $id) {\n    id\n    resourceId\n    status\n    currency\n    offering {\n      name\n    }\n  }\n}\n\nmutation UpdateApplicationKey($input: UpdateApplicationKeyInput!) {\n  updateApplicationKey(input: $input) {\n    applicationKey {\n      id\n      name\n      updatedAt\n    }\n  }\n}\n\nmutation CreateCustomField($input: CreateCustomFieldInput!) {\n  createCustomField(input: $input) {\n    customField {\n      id\n      slug\n      fieldType\n      validation {\n        integer {\n          minValue\n          maxValue\n          allowNullValues\n        }\n      }\n      customApi {\n        fields(first: 10) {\n          nodes {\n            slug\n          }\n        }\n      }\n    }\n  }\n}\n\nquery ErrorShapes {\n  errorShapes {\n    code\n    status\n    title\n    requestId\n    violations {\n      path\n      rule\n      message\n    }\n    limitName\n    limit\n    requested\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;