import { type Localisation, placeOfTexts } from '../../domain/language/localisation.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { createMemo, memoised } from '../../lib/memo.ts';

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

/** Of lists of languages: of a product that is translated into thousands each has as many places. */
const mostLists = 100;

/**
 * The products of a release are translated into the same few languages: each list of them is looked at once, and a product's once for all
 * languages that it is shown in.
 */
export function createMatchLocalisation(): MatchLocalisation {
  const lists = new BoundedMap<string, Map<string, number>>(mostLists);
  const ofProducts = createMemo<readonly object[], Map<string, number>>('places of texts');
  return (language, { language: own, localisations }) => {
    const tags = () => localisations.map((one) => one.language);
    const places = memoised(ofProducts, localisations, () =>
      // What a product says of its own language is any text, which may hold whatever would stand between two of them.
      memoised(lists, JSON.stringify([own, tags()]), () => new Map<string, number>()),
    );
    return localisations[memoised(places, language, () => placeOfTexts(language, own, tags()))];
  };
}
