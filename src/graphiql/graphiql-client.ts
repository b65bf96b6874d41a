/**
 * What runs in the browser. GraphiQL keeps its tabs in localStorage and looks at the tabs a server gives it only when there
 * is nothing stored, so a page reloaded tomorrow would show yesterday's examples with an expired token. So this decides
 * itself what the page opens on, and GraphiQL finds the result as its stored tabs:
 *
 * - an example that the user has not changed is the server's of today, token included; one that was changed is the user's;
 * - an example that was closed stays closed, until "Clear storage" in GraphiQL's settings brings all of them back;
 * - the token in an example's headers is never stored: its place is marked, and today's token fills it when the page opens,
 *   in the user's own tabs as well. A token that the user typed is stored as GraphiQL stores it, and left alone;
 * - `?query=` in the address opens in a tab of its own and then leaves the address, where it would outweigh the tabs.
 *
 * NOTE: the asset served is the text of these functions, so they use nothing from outside themselves but one another.
 */

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly query: string;
  readonly variables: string;
  readonly headers: string;
}

export interface ClientOptions {
  readonly endpoint: string;
  readonly title: string;
  readonly examples: readonly Example[];
  /** The headers that a tab opened by the user starts with. */
  readonly newTabHeaders: string;
  /** The Authorization values in the examples: short-lived, so kept out of the storage. */
  readonly credentials: readonly string[];
  /** Addresses of the workers by the label that the Monaco editor asks for them. */
  readonly workers: Readonly<Record<string, string>>;
}

/** A tab in the form in which GraphiQL stores it. Its headers are null where the user has switched storing headers off. */
export interface StoredTab {
  readonly id: string;
  readonly title: string;
  readonly query: string | null;
  readonly variables: string | null;
  readonly headers: string | null;
  readonly operationName: string | null;
  readonly response: string | null;
}

export interface TabState {
  readonly activeTabIndex: number;
  readonly tabs: readonly StoredTab[];
}

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>;

/** The part of a browser's window that is used here. */
export interface BrowserWindow {
  readonly document: { querySelector(selector: string): { readonly textContent: string | null } | null };
  readonly location: { readonly href: string };
  readonly history: { replaceState(data: null, unused: '', url: string): void };
  readonly localStorage: Storage;
  readonly YogaGraphiQL: { renderYogaGraphiQL(root: unknown, props: Record<string, unknown>): void };
  MonacoEnvironment?: { globalAPI: boolean; getWorkerUrl(moduleId: string, label: string): string | undefined };
}

/** The script that the page loads after GraphiQL's own. */
export function clientScript(): string {
  const functions = [startGraphiQL, openTabs, openLink, createTabStorage].map(String);
  return `'use strict';\n${functions.join('\n\n')}\n\nstartGraphiQL(window);\n`;
}

function startGraphiQL(browser: BrowserWindow): void {
  const options: ClientOptions = JSON.parse(browser.document.querySelector('#options')?.textContent ?? '');
  const storage = createTabStorage(browser.localStorage, options.credentials);
  // NOTE: after "Clear storage" GraphiQL may store its tabs once more, so tabs without the examples count as cleared.
  const state = JSON.parse(storage.getItem('graphiql:tabState') ?? 'null');
  const examples = JSON.parse(storage.getItem('examples') ?? 'null');
  const address = new URL(browser.location.href);
  const tabs = openTabs(options, state && examples ? { state, examples } : null);
  const opened = openLink(tabs, address.searchParams, options.newTabHeaders);
  const active = opened.tabs[opened.activeTabIndex];

  storage.setItem('graphiql:tabState', JSON.stringify(opened));
  storage.setItem('examples', JSON.stringify(options.examples));
  browser.history.replaceState(null, '', address.pathname + address.hash);
  browser.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_moduleId, label) => options.workers[label] };
  browser.YogaGraphiQL.renderYogaGraphiQL(browser.document.querySelector('#root'), {
    endpoint: options.endpoint,
    // NOTE: Yoga's build takes a title for HTML.
    title: options.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    storage,
    defaultHeaders: options.newTabHeaders,
    // GraphiQL recognises the stored tab to activate by these three; anything else would become one more tab.
    initialQuery: active?.query ?? '',
    initialVariables: active?.variables ?? '',
    initialHeaders: active?.headers ?? '',
    // Yoga's build writes every edit into the address, which grows until a server refuses it.
    onEditQuery: () => {},
  });
}

/**
 * Merges what the browser kept, null on a first visit, with the examples of today. `kept.examples` are those of the last
 * visit: they tell a tab that was changed from one that was not, and an example that was closed from a new one.
 */
export function openTabs(
  { examples, newTabHeaders }: Pick<ClientOptions, 'examples' | 'newTabHeaders'>,
  kept: { state: TabState; examples: readonly Example[] } | null,
): TabState {
  const before = new Map(kept?.examples.map((example) => [example.id, example]));
  const today = new Map(examples.map((example) => [example.id, example]));
  const toTab = (example: Example): StoredTab => ({ ...example, operationName: null, response: null });
  const isUntouched = (tab: StoredTab, example: Example) =>
    (tab.query ?? '') === example.query &&
    (tab.variables ?? '') === example.variables &&
    (tab.headers ?? example.headers) === example.headers;

  const keptTabs = (kept?.state.tabs ?? []).flatMap((tab) => {
    const example = before.get(tab.id);
    const successor = today.get(tab.id);
    if (example && isUntouched(tab, example)) return successor ? [toTab(successor)] : [];
    return [{ ...tab, headers: tab.headers ?? successor?.headers ?? newTabHeaders }];
  });
  const known = new Set([...before.keys(), ...keptTabs.map((tab) => tab.id)]);
  const tabs = [...keptTabs, ...examples.filter((example) => !known.has(example.id)).map(toTab)];
  if (tabs.length === 0) return { activeTabIndex: 0, tabs: examples.map(toTab) };

  const activeId = kept?.state.tabs[kept.state.activeTabIndex]?.id;
  const activeTabIndex = tabs.findIndex((tab) => tab.id === activeId);
  return { activeTabIndex: Math.max(0, activeTabIndex), tabs };
}

/** Activates the tab with the query of a link, adding it if there is none yet. Headers are not taken from an address. */
export function openLink(state: TabState, link: URLSearchParams, headers: string): TabState {
  const query = link.get('query');
  if (query === null) return state;
  const variables = link.get('variables') ?? '';
  const index = state.tabs.findIndex((tab) => tab.query === query && (tab.variables ?? '') === variables);
  if (index >= 0) return { ...state, activeTabIndex: index };
  const title = /^ *(?:query|mutation|subscription) +(\w+)/m.exec(query)?.[1] ?? '<untitled>';
  const id = `link:${Date.now()}`;
  const tab = { id, title, query, variables, headers, operationName: null, response: null };
  return { tabs: [...state.tabs, tab], activeTabIndex: state.tabs.length };
}

/**
 * The part of localStorage that is ours, with a mark in the place of each credential. Other programs that are served from
 * the same address at other times have their own GraphiQL's tabs there.
 */
export function createTabStorage(storage: Storage, credentials: readonly string[]): KeyValueStore {
  const prefix = 'commerce-graphql-gateway:1:';
  const toMark = (index: number) => `{{credential ${index + 1}}}`;
  const ownKeys = () => Object.keys(storage).filter((key) => key.startsWith(prefix));
  return {
    get length() {
      return ownKeys().length;
    },
    getItem(key) {
      const stored = storage.getItem(prefix + key);
      return credentials.reduce<string | null>((text, it, i) => text?.replaceAll(toMark(i), it) ?? null, stored);
    },
    setItem(key, value) {
      storage.setItem(
        prefix + key,
        credentials.reduce((text, it, i) => text.replaceAll(it, toMark(i)), value),
      );
    },
    removeItem(key) {
      storage.removeItem(prefix + key);
    },
    clear() {
      for (const key of ownKeys()) storage.removeItem(key);
    },
  };
}
