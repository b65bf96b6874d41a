import { matchLanguage } from '../../domain/language/language.ts';
import type { Localisation } from '../../domain/language/localisation.ts';

/** The localisation that a language shows. */
export type MatchLocalisation = <Of extends Pick<Localisation, 'language'>>(
  language: string,
  localisations: readonly Of[],
) => Of | undefined;

const maxRemembered = 1000;

/** The products of a release are translated into the same few languages: each list of them is looked at once. */
export function createMatchLocalisation(): MatchLocalisation {
  const places = new Map<string, number>();
  return (language, localisations) => {
    const tags = localisations.map((one) => one.language);
    const key = [language, ...tags].join();
    const known = places.get(key);
    if (known !== undefined) return localisations[known];
    const tag = matchLanguage(language, tags);
    const place = tag === undefined ? -1 : tags.indexOf(tag);
    if (places.size === maxRemembered) places.clear();
    places.set(key, place);
    return localisations[place];
  };
}
