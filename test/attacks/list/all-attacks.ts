import type { ProcessAttack, RequestAttack } from '../attack.ts';
import { chains } from './chains.ts';
import { connections } from './connections.ts';
import { costlyQueries } from './costly-queries.ts';
import { credentials } from './credentials.ts';
import { doublingFragments } from './doubling-fragments.ts';
import { everythingAtOnce } from './everything-at-once.ts';
import { fileModes } from './file-modes.ts';
import { hosts } from './hosts.ts';
import { longDocuments } from './long-documents.ts';
import { longLists } from './long-lists.ts';
import { compiledPatterns } from './patterns.ts';
import { remembered } from './remembered.ts';
import { stopping } from './stopping.ts';
import { variables } from './variables.ts';
import { walks } from './walks.ts';
import { wideProducts } from './wide-products.ts';

const singleRequests = [
  ...longLists,
  ...longDocuments,
  ...chains,
  ...doublingFragments,
  ...variables,
  ...walks,
  ...compiledPatterns,
  ...costlyQueries,
  ...hosts,
  ...credentials,
  ...connections,
];

/** What takes as long as the whole of "everything at once" is no part of it, nor what takes all connections. */
const aloneOnes = new Set([6, 11, 20, 41]);

/** What an idle gateway is sent all day: the measure of all the others. */
const ordinary: RequestAttack = {
  row: null,
  name: 'an ordinary page of 20',
  expected: /^200$/,
  send: ({ post }) =>
    post({ query: '{ products(first: 20) { totalCount nodes { name sku prices { money { formatted } } } } }' }).then(
      ({ summary }) => summary,
    ),
};

/** In the order of docs/attacks.md, then what has no row there. */
export const allAttacks: readonly (RequestAttack | ProcessAttack)[] = [
  ordinary,
  ...[...singleRequests, ...wideProducts, ...remembered, ...stopping, ...fileModes].toSorted(
    (a, b) => (a.row ?? Number.POSITIVE_INFINITY) - (b.row ?? Number.POSITIVE_INFINITY),
  ),
  everythingAtOnce(singleRequests.filter(({ row }) => row === null || !aloneOnes.has(row))),
];
