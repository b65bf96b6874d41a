import { graphql } from 'relay-runtime';

graphql`fragment screens_card on Product { __typename id resourceId name language tags
  price(currency: "EUR") { money { amount formatted } includesTax } parent { __typename id resourceId name } }`;

graphql`query screensListQuery($context: ContextInput, $filter: ProductFilter, $size: Int, $cursor: String) {
  ...screens_list @arguments(size: $size, cursor: $cursor) }`;

graphql`fragment screens_list on Query @refetchable(queryName: "screensListPaginationQuery")
  @argumentDefinitions(size: { type: "Int" }, cursor: { type: "String" }) {
  products(context: $context, filter: $filter, first: $size, after: $cursor) @connection(key: "screens_products") {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { ...screens_card @relay(mask: false) } } } }`;

graphql`query screensNodesQuery($context: ContextInput, $size: Int, $cursor: String) {
  ...screens_nodes @arguments(size: $size, cursor: $cursor) }`;

graphql`fragment screens_nodes on Query @refetchable(queryName: "screensNodesPaginationQuery")
  @argumentDefinitions(size: { type: "Int" }, cursor: { type: "String" }) {
  catalogNodes(context: $context, first: $size, after: $cursor) @connection(key: "screens_catalogNodes") {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { __typename id resourceId name language parent { __typename id resourceId name } } } } }`;

graphql`query screensChildrenQuery($context: ContextInput, $parent: ID!, $filter: ProductFilter, $size: Int, $cursor: String) {
  ...screens_children @arguments(size: $size, cursor: $cursor) }`;

graphql`fragment screens_children on Query @refetchable(queryName: "screensChildrenPaginationQuery")
  @argumentDefinitions(size: { type: "Int" }, cursor: { type: "String" }) {
  childProducts(context: $context, productId: $parent, filter: $filter, last: $size, before: $cursor) @connection(key: "screens_childProducts") {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { ...screens_card @relay(mask: false) } } } }`;

graphql`query screensProductQuery($context: ContextInput, $id: ID!, $size: Int, $cursor: String) {
  product(context: $context, id: $id) { id ...screens_details ...screens_matrix @arguments(size: $size, cursor: $cursor) } }`;

graphql`query screensNodeQuery($id: ID!, $size: Int, $cursor: String) {
  node(id: $id) { __typename id
    ...screens_details @alias(as: "details") ...screens_matrix @arguments(size: $size, cursor: $cursor) @alias(as: "matrix") } }`;

graphql`fragment screens_details on Product { ...screens_card @relay(mask: false) description
  priceRange(currency: "EUR") { min { money { amount formatted } } }
  variations { __typename id resourceId name options { __typename id resourceId name } }
  breadcrumbNodes { __typename id resourceId name } }`;

graphql`fragment screens_matrix on Product @refetchable(queryName: "screensMatrixPaginationQuery")
  @argumentDefinitions(size: { type: "Int" }, cursor: { type: "String" }) {
  variationMatrix(first: $size, after: $cursor) @connection(key: "screens_variationMatrix") {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { __typename optionIds productId product { ...screens_card @relay(mask: false) } } } } }`;
