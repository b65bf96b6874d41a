import { BoundedMap } from '../../domain/bounded-map.ts';
import { type Localisation, placeOfTexts } from '../../domain/language/localisation.ts';
import { memoised } from '../../domain/memo.ts';

export interface Translated<Of> {
  /** Of its own texts; null: not said. */
  readonly language: string | null;
  readonly localisations: readonly Of[];
}

/** The localisation that a language shows; undefined: a product's own texts. */
export type MatchLocalisation = <Of extends Pick<Localisation, 'language'>>(
  language: string,
  product: Translated<Of>,
) => Of | undefined;

/** The products of a release are translated into the same few languages: each list of them is looked at once. */
export function createMatchLocalisation(): MatchLocalisation {
  const places = new BoundedMap<string, number>(1000);
  return (language, { language: own, localisations }) => {
    const tags = localisations.map((one) => one.language);
    // What a product says of its own language is any text, which may hold whatever would stand between two of them.
    const key = JSON.stringify([language, own, tags]);
    return localisations[memoised(places, key, () => placeOfTexts(language, own, tags))];
  };
}
