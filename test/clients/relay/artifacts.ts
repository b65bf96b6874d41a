/** Relay's side of each screen: what is requested first, what a further page is requested by, and the fragments that show it. */
import type { ConcreteRequest, ReaderFragment } from 'relay-runtime';
import screensChildren from './generated/screens_children.graphql.js';
import screensDetails from './generated/screens_details.graphql.js';
import screensList from './generated/screens_list.graphql.js';
import screensMatrix from './generated/screens_matrix.graphql.js';
import screensNodes from './generated/screens_nodes.graphql.js';
import screensChildrenPaginationQuery from './generated/screensChildrenPaginationQuery.graphql.js';
import screensChildrenQuery from './generated/screensChildrenQuery.graphql.js';
import screensListPaginationQuery from './generated/screensListPaginationQuery.graphql.js';
import screensListQuery from './generated/screensListQuery.graphql.js';
import screensMatrixPaginationQuery from './generated/screensMatrixPaginationQuery.graphql.js';
import screensNodeQuery from './generated/screensNodeQuery.graphql.js';
import screensNodesPaginationQuery from './generated/screensNodesPaginationQuery.graphql.js';
import screensNodesQuery from './generated/screensNodesQuery.graphql.js';
import screensProductQuery from './generated/screensProductQuery.graphql.js';

export interface RelayScreen {
  readonly query: ConcreteRequest;
  readonly pagination: ConcreteRequest;
  readonly fragments: readonly ReaderFragment[];
}

/** By the operation's name in `screens.ts`. */
export const relayScreens: Readonly<Record<string, RelayScreen>> = {
  List: { query: screensListQuery, pagination: screensListPaginationQuery, fragments: [screensList] },
  Nodes: { query: screensNodesQuery, pagination: screensNodesPaginationQuery, fragments: [screensNodes] },
  Children: { query: screensChildrenQuery, pagination: screensChildrenPaginationQuery, fragments: [screensChildren] },
  Product: {
    query: screensProductQuery,
    pagination: screensMatrixPaginationQuery,
    fragments: [screensDetails, screensMatrix],
  },
  Node: {
    query: screensNodeQuery,
    pagination: screensMatrixPaginationQuery,
    fragments: [screensDetails, screensMatrix],
  },
};
