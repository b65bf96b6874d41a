/** What stands around a record in a saved page, and says what the record itself leaves to its place. */
export interface Surroundings {
  /** Path of the page itself, `links.self`; null: it says none. */
  readonly pagePath: string | null;
  /** The page's offerings, with the references of their plans. */
  readonly offerings: readonly { readonly id: string; readonly planRefs: readonly unknown[] }[];
  /** How often plans are billed, where the platform keeps that in records of their own. */
  readonly pricingOptions: readonly Readonly<Record<string, unknown>>[];
  /** The custom API that comes before the record in its file. */
  readonly customApiId: string | null;
}

export const noSurroundings: Surroundings = { pagePath: null, offerings: [], pricingOptions: [], customApiId: null };

/** The id in a page's path, `…/offerings/<id>/plans`. */
export function idInPath({ pagePath }: Surroundings, collection: string): string | null {
  const segments = (pagePath ?? '').split(/[?#]/u)[0]?.split('/') ?? [];
  const place = segments.lastIndexOf(collection);
  return place === -1 ? null : segments[place + 1] || null;
}
