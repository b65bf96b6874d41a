/** A stored product document as it goes over the wire: the text itself, parsed only where a translation must go in. */
import { formatExactJson, parseExactJson } from '../../domain/input/exact-json.ts';
import { matchLanguage } from '../../domain/language/language.ts';
import { localise } from '../../domain/language/localisation.ts';
import { toLocalisations } from './localisation-document.ts';

export interface DocumentRow {
  readonly document: string;
  readonly locales: string | null;
  readonly matrix: string | null;
}

/** The contract's product resource as JSON text, in that language as far as it is translated. */
export function toDocumentText({ document, locales, matrix }: DocumentRow, language: string | null): string {
  const text = matrix === null ? document : withMatrix(document, matrix);
  return locales === null || language === null ? text : translate(text, locales, language);
}

/** A document whose matrix is stored apart ends with its `meta`, which is not empty. */
function withMatrix(document: string, matrix: string): string {
  return `${document.slice(0, -2)},"variation_matrix":${matrix}}}`;
}

function translate(text: string, locales: string, language: string): string {
  const localisations = toLocalisations(locales);
  const tags = localisations.map((one) => one.language);
  // Most shoppers want the language that the text is in: nothing is parsed for them.
  if (matchLanguage(language, tags) === undefined) return text;
  const document = parseExactJson(text) as {
    attributes: { name?: string | null; description?: string | null };
    meta?: { language?: string | null } | null;
  };
  const { attributes, meta } = document;
  const texts = {
    name: attributes.name ?? null,
    description: attributes.description ?? null,
    language: meta?.language ?? null,
    localisations,
  };
  const { name, description, language: own } = localise(texts, language);
  if (own === texts.language) return text;
  return formatExactJson({
    ...document,
    attributes: { ...attributes, name, ...(description !== null && { description }) },
    meta: { ...meta, language: own },
  });
}
