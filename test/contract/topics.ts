import type { Topic } from './statement.ts';
import { contextAndAccess, errorBodies } from './topics/access-and-errors.ts';
import { childList, filtering, paging } from './topics/catalog-lists.ts';
import { applicationKeys, customApis, customFields } from './topics/keys-and-fields.ts';
import { nodes } from './topics/nodes.ts';
import { productFields } from './topics/product-fields.ts';
import { releases } from './topics/releases.ts';
import { subscriptions } from './topics/subscriptions.ts';

/** Each topic, and the file that it stands in. */
export const topics: readonly (Topic & { readonly file: string })[] = [
  { ...productFields, file: 'product-fields.ts' },
  { ...childList, file: 'catalog-lists.ts' },
  { ...filtering, file: 'catalog-lists.ts' },
  { ...paging, file: 'catalog-lists.ts' },
  { ...nodes, file: 'nodes.ts' },
  { ...releases, file: 'releases.ts' },
  { ...subscriptions, file: 'subscriptions.ts' },
  { ...applicationKeys, file: 'keys-and-fields.ts' },
  { ...customFields, file: 'keys-and-fields.ts' },
  { ...customApis, file: 'keys-and-fields.ts' },
  { ...contextAndAccess, file: 'access-and-errors.ts' },
  { ...errorBodies, file: 'access-and-errors.ts' },
];
