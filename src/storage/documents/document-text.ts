/** A stored document as it goes over the wire: as it was stored, parsed only where a translation must go in. */
import { toLocalisations } from '../../contract/members.ts';
import type { NodeResource } from '../../contract/node.ts';
import type { ProductResource } from '../../contract/product/product.ts';
import { formatExactJson, parseVerbatimJson } from '../../domain/input/exact-json.ts';
import { type ListedItem, ListedJson } from '../../domain/input/listed-json.ts';
import { matchLanguage } from '../../domain/language/language.ts';
import { type Localisation, localise } from '../../domain/language/localisation.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { memoised } from '../../lib/memo.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { endOfMember } from './end-of-member.ts';
import { parseLocales } from './product-document.ts';

type DocumentRow = Pick<ReleaseProductTable, 'document' | 'locales' | 'matrix'>;

/** The contract's product resource, and what it is translated to. */
export interface StoredDocument {
  readonly json: ListedJson;
  readonly localisations: readonly Localisation[];
  /** Of the localisations, separated by commas. */
  readonly languages: string;
}

/** In memory that they share. */
export function toStoredDocuments(rows: readonly DocumentRow[]): StoredDocument[] {
  const texts = ListedJson.ofAll(rows.map(withMatrix));
  return rows.map(({ locales }, index) => {
    const localisations = parseLocales(locales);
    const languages = localisations.map((one) => one.language).join();
    return { json: texts[index] as ListedJson, localisations, languages };
  });
}

/** In that language as far as it is translated. */
export function inLanguage({ json, localisations, languages }: StoredDocument, language: string | null): ListedItem {
  // Most shoppers want the language that the text is in: nothing is parsed for them.
  if (language === null || localisations.length === 0 || !isAmong(languages, language)) return json;
  const resource = parseVerbatimJson(json.toString()) as ProductResource;
  return formatExactJson(translate(resource, localisations, language));
}

/** Languages that are wanted, which shoppers make up, and lists of languages: all of both take some 10 MB. */
const mostRemembered = { languages: 100, lists: 1000 } as const;
const remembered = new BoundedMap<string, BoundedMap<string, boolean>>(mostRemembered.languages);

let last = { language: null as string | null, languages: '', isAmong: false };

/** Whether one of the languages is meant: the products of a release are translated into the same few, of which shoppers want some. */
function isAmong(languages: string, language: string): boolean {
  // Those of a page are mostly translated into the same.
  if (languages !== last.languages || language !== last.language) {
    last = { language, languages, isAmong: findAmong(languages, language) };
  }
  return last.isAmong;
}

function findAmong(languages: string, language: string): boolean {
  const ofLanguage = memoised(remembered, language, () => new BoundedMap(mostRemembered.lists));
  return memoised(ofLanguage, languages, () => matchLanguage(language, languages.split(',')) !== undefined);
}

/** The same of a node, whose translations stand in its document: there are few nodes. */
export function toNodeText(document: string, language: string | null): string {
  if (!document.includes('"locales"')) return document;
  const { attributes, ...node } = parseVerbatimJson(document) as NodeResource;
  const { locales, ...shown } = attributes;
  const resource = { ...node, attributes: shown };
  return formatExactJson(language === null ? resource : translate(resource, toLocalisations(locales), language));
}

/** A document whose matrix is stored apart ends with its `meta`, which is not empty. */
export function withMatrix({ document, matrix }: Pick<DocumentRow, 'document' | 'matrix'>): string {
  return matrix === null ? document : `${document.slice(0, -2)},"variation_matrix":${matrix}}}`;
}

/**
 * A record as it was published, with its translations where they were stored apart. They are put into the text: a page of translated products
 * takes twice the processor's time where each of them is parsed (`bench/notebook/rest-page.md`).
 */
export function toPublishedText({ document, locales }: Pick<DocumentRow, 'document' | 'locales'>): string {
  if (locales === null) return document;
  const end = endOfMember(document, 'attributes');
  if (end === -1) throw new Error('A stored document has no attributes.');
  return `${document.slice(0, end)},"locales":${locales}${document.slice(end)}`;
}

function translate<Resource extends Pick<ProductResource | NodeResource, 'attributes' | 'meta'>>(
  resource: Resource,
  localisations: readonly Localisation[],
  language: string,
): Resource {
  const { attributes, meta } = resource;
  const texts = {
    name: attributes.name,
    description: attributes.description ?? null,
    language: meta?.language ?? null,
    localisations,
  };
  const { name, description, language: own } = localise(texts, language);
  if (own === texts.language) return resource;
  return {
    ...resource,
    attributes: { ...attributes, name, ...(description !== null && { description }) },
    meta: { ...meta, language: own },
  };
}
