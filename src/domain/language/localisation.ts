import { createMemo } from '../../lib/memo.ts';
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
 * Which of the translations, by its place, is shown to whoever wants that language; -1: the own texts, which are matched with them and come
 * first. Texts in `en` are what `en` shows, whatever there is in `en-GB`. `own`: their language; null: not said.
 */
export function placeOfTexts(language: string, own: string | null, translations: readonly string[]): number {
  const all = [own ?? '', ...translations];
  const tag = matchLanguage(language, all);
  return tag === undefined ? -1 : all.indexOf(tag) - 1;
}

/**
 * The thing with its texts in that language, as far as it has any: what was not translated stays as it is, and `language`
 * is that of the texts. `language` null: no language was requested, or the release names none.
 */
export function localise<Thing extends Localisable>(thing: Thing, language: string | null): Thing {
  const { localisations } = thing;
  if (language === null || localisations.length === 0) return thing;
  const tags = localisations.map((one) => one.language);
  const texts = localisations[placeOfTexts(language, thing.language, tags)];
  if (!texts || (texts.name === null && texts.description === null)) return thing;
  const copy = {
    ...thing,
    name: texts.name ?? thing.name,
    description: texts.description ?? thing.description,
    language: texts.language,
  };
  originals.set(copy, thing);
  return copy;
}

const originals = createMemo<object, object>('original');

/** What it is a copy of, in another language; or the thing itself. */
export function originalOf<Thing extends object>(thing: Thing): Thing {
  return (originals.get(thing) as Thing | undefined) ?? thing;
}
