import type { Localisation } from '../../domain/language/localisation.ts';

/** By BCP 47 tag; our own extension of the contract's resources. */
type LocalesDocument = Readonly<Record<string, { readonly name?: string; readonly description?: string } | null>>;

export function toLocalisations(locales: string | LocalesDocument | null | undefined): Localisation[] {
  const document = typeof locales === 'string' ? (JSON.parse(locales) as LocalesDocument) : locales;
  return Object.entries(document ?? {}).map(([language, texts]) => ({
    language,
    name: texts?.name ?? null,
    description: texts?.description ?? null,
  }));
}
