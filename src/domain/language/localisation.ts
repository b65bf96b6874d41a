import { matchLanguage } from './language.ts';

/** Texts in another language; null: that text was not translated. */
export interface Localisation {
  readonly language: string;
  readonly name: string | null;
  readonly description: string | null;
}

interface Localisable {
  readonly name: string;
  readonly description: string | null;
  /** That its own texts are in; null: not said. */
  readonly language: string | null;
  readonly localisations: readonly Localisation[];
}

/**
 * The thing with its texts in that language, as far as it has any: what was not translated stays as it is, and `language`
 * is that of the texts. `language` null: no language was requested, or the release names none.
 */
export function localise<Thing extends Localisable>(thing: Thing, language: string | null): Thing {
  const { localisations } = thing;
  if (language === null || localisations.length === 0 || language === thing.language) return thing;
  const tag = matchLanguage(
    language,
    localisations.map((one) => one.language),
  );
  const texts = localisations.find((one) => one.language === tag);
  if (!texts || (texts.name === null && texts.description === null)) return thing;
  return {
    ...thing,
    name: texts.name ?? thing.name,
    description: texts.description ?? thing.description,
    language: texts.language,
  };
}
