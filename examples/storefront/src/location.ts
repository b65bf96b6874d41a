/** Where the shopper is: the path names the page, the query the context. */
import { useEffect, useSyncExternalStore } from 'react';

export interface Place {
  readonly path: string;
  readonly channel: string;
  readonly language: string;
}

/** That the shop speaks. */
export const languages = { en: 'English', de: 'Deutsch' };

/** The scripts of languages that are written from right to left. */
const fromTheRight = ['Arab', 'Hebr', 'Syrc', 'Thaa'];

/** As the attribute `dir` has it. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script = '' } = new Intl.Locale(language).maximize();
  return fromTheRight.includes(script) ? 'rtl' : 'ltr';
}

const subscribe = (changed: () => void) => {
  window.addEventListener('popstate', changed);
  return () => window.removeEventListener('popstate', changed);
};

export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => window.location.href);
  const { pathname, searchParams } = new URL(href);
  const language = searchParams.get('language') ?? '';
  return {
    path: pathname,
    channel: searchParams.get('channel') ?? '',
    // Whatever somebody has written into the address: prices are formatted by it, which throws where it is no language.
    language: Object.hasOwn(languages, language) ? language : 'en',
  };
}

/** What tabs, the history and screen readers call the page; undefined: as the shop. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name} – On Purpose` : 'On Purpose';
  }, [name]);
}

/** The address of a page in the context of another. */
export function hrefOf(path: string, { channel, language }: Pick<Place, 'channel' | 'language'>): string {
  const query = new URLSearchParams({ ...(channel && { channel }), ...(language !== 'en' && { language }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** As it is written where it is not encoded as it should be: there is nothing there, which the page then says. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Slugged {
  readonly slug: string | null;
}

/**
 * The address of a category, the last one of a trail. Slugs need not be unique, as that of a `sale` in each department: those above it
 * say which is meant, as far down as all have one. Null: it has no slug, and so no page.
 */
export function categoryPath(trail: readonly (Slugged | null | undefined)[]): string | null {
  const slugs = trail.map((node) => node?.slug ?? null);
  const known = slugs.slice(slugs.lastIndexOf(null) + 1);
  return known.length > 0 ? `/c/${known.join('/')}` : null;
}

/** `state`: what `useKept` has kept, where it is the same page in another context. */
export function navigate(href: string, state: unknown = null): void {
  window.history.pushState(state, '', href);
  tellSubscribers();
  window.scrollTo(0, 0);
}

/** The browser tells only of what it does itself. */
function tellSubscribers(): void {
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** State that the browser's history keeps with each entry: going back to it, or loading it anew, finds it as it was. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const kept = useSyncExternalStore<Value | undefined>(subscribe, () => window.history.state?.[name]);
  const keep = (next: Value) => {
    window.history.replaceState({ ...window.history.state, [name]: next }, '');
    tellSubscribers();
  };
  return [kept ?? initial, keep];
}

/** What every read of the catalog is sent: stated in the document, so that caches tell contexts apart. */
export function contextOf({ channel, language }: Place) {
  return { context: { channel, language }, currency: 'EUR' };
}
