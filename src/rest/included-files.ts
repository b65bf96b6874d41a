/** `include=main_images,files`, or as the platform's own clients write it, `main_image,files`: the records of the files that products name, beside the products. */
import { z } from 'zod';
import { file, toFileResource } from '../contract/file.ts';
import { fileIdsOf, type ProductResource } from '../contract/product/product.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import type { ListedItem, ListedJson } from '../domain/input/listed-json.ts';
import { workPrices } from '../domain/work-budget.ts';
import { makeInTurns } from '../lib/make-in-turns.ts';
import { createMemo, memoised } from '../lib/memo.ts';
import { sum } from '../lib/sum.ts';
import type { RestRequest } from './route.ts';

const spellings = { main_images: ['main_images', 'main_image'], files: ['files'] } as const;
type Name = keyof typeof spellings;
const names = Object.keys(spellings) as Name[];

export const included = z.object({ main_images: z.array(file), files: z.array(file) }).partial();

/** JSON text of the member `included`, with a comma before it; empty where nothing of it was requested. */
export async function includeFiles(
  { query, services, requestContext }: RestRequest,
  documents: readonly ListedItem[],
): Promise<string> {
  const requested = (query.get('include') ?? '').split(',');
  const wanted = names.filter((name) => spellings[name].some((spelling) => requested.includes(spelling)));
  if (wanted.length === 0) return '';
  const named = await makeInTurns(documents, ({ length }) => length, namedFilesOf);
  // Before any is looked up: those that lead nowhere, too.
  requestContext.budget.charge(workPrices.relatedRecord * sum(named, (ids) => sum(wanted, (name) => ids[name].length)));
  const idsOf = (name: Name) => new Set(named.flatMap((ids) => ids[name]));
  const ids = new Map(wanted.map((name) => [name, idsOf(name)]));
  const files = await services.files.getMany(requestContext, [...new Set([...ids.values()].flatMap((of) => [...of]))]);
  requestContext.budget.charge(workPrices.record * files.size);
  const lists = wanted.map((name) => {
    const found = [...(ids.get(name) ?? [])].map((id) => files.get(id)).filter((one) => one !== undefined);
    return [name, found.map(toFileResource)] as const;
  });
  return `,"included":${formatExactJson(Object.fromEntries(lists))}`;
}

type NamedFiles = Readonly<Record<Name, readonly string[]>>;

/** Of documents that stay in memory: a page of 100 takes 2.7 times the processor's time where each of them is parsed (`bench/notebook/rest-page.md`). */
const namedFiles = createMemo<ListedJson, NamedFiles>('named files');

function namedFilesOf(document: ListedItem): NamedFiles {
  return typeof document === 'string'
    ? readNamedFiles(document)
    : memoised(namedFiles, document, () => readNamedFiles(document));
}

function readNamedFiles(document: ListedItem): NamedFiles {
  const product = JSON.parse(document.toString()) as ProductResource;
  return { main_images: fileIdsOf(product, 'main_images'), files: fileIdsOf(product, 'files') };
}
