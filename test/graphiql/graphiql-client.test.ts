import { describe, expect, it } from 'vitest';
import {
  createTabStorage,
  type Example,
  openLink,
  openTabs,
  type StoredTab,
  type TabState,
} from '../../src/graphiql/graphiql-client.ts';

const newTabHeaders = '{"Authorization":"Bearer today"}';
const product = createExample('Product');
const search = createExample('Search');

describe('openTabs', () => {
  it('opens on the examples at the first visit', () => {
    const { tabs, activeTabIndex } = openTabs({ examples: [product, search], newTabHeaders }, null);
    expect(tabs.map((tab) => tab.id)).toEqual(['Product', 'Search']);
    expect(activeTabIndex).toBe(0);
  });

  it("replaces an untouched example by today's", () => {
    const renewed = { ...search, query: 'query Search { renewed }' };
    expect(open([product, renewed], { before: [product, search], tabs: [product, search] })).toEqual([
      product,
      renewed,
    ]);
  });

  it("keeps a changed example as the user's, also when there is no such example any more", () => {
    const changed = { ...product, variables: '{"id":"mine"}' };
    expect(open([{ ...product, query: '{ renewed }' }], { before: [product], tabs: [changed] })).toEqual([changed]);
    expect(open([search], { before: [product], tabs: [changed] })).toEqual([changed, search]);
  });

  it('drops an untouched example that there is no more, and adds a new one', () => {
    expect(open([search], { before: [product], tabs: [product] })).toEqual([search]);
  });

  it('does not bring back an example that was closed, unless no tab is left', () => {
    expect(open([product, search], { before: [product, search], tabs: [search] })).toEqual([search]);
    expect(open([product], { before: [product, search], tabs: [search] })).toEqual([product]);
  });

  it('does not add an example twice when it was changed, then left out, then comes back', () => {
    const changed = { ...product, query: '{ mine }' };
    expect(open([product], { before: [search], tabs: [changed] })).toEqual([changed]);
  });

  it('gives headers to the tabs of a user who does not have them stored', () => {
    const own = createExample('Own');
    const stored = [product, own].map((tab) => ({ ...tab, headers: null }));
    expect(open([product], { before: [product], tabs: stored })).toEqual([product, { ...own, headers: newTabHeaders }]);
  });

  it('stays on the tab that was active', () => {
    const state = { activeTabIndex: 1, tabs: [product, search].map(toTab) };
    const kept = { state, examples: [product, search] };
    expect(openTabs({ examples: [search], newTabHeaders }, kept)).toMatchObject({ activeTabIndex: 0, tabs: [search] });
  });
});

describe('openLink', () => {
  const state: TabState = { activeTabIndex: 0, tabs: [product, search].map(toTab) };

  it('opens a linked query in a tab of its own', () => {
    const opened = openLink(
      state,
      new URLSearchParams({ query: 'query Linked { a }', variables: '{}' }),
      newTabHeaders,
    );
    expect(opened.activeTabIndex).toBe(2);
    const linked = { title: 'Linked', query: 'query Linked { a }', variables: '{}', headers: newTabHeaders };
    expect(opened.tabs[2]).toMatchObject(linked);
  });

  it('activates a tab that has the query already', () => {
    const opened = openLink(state, new URLSearchParams({ query: search.query }), newTabHeaders);
    expect(opened).toEqual({ activeTabIndex: 1, tabs: state.tabs });
  });

  it('does nothing without a query', () => {
    expect(openLink(state, new URLSearchParams({ other: '1' }), newTabHeaders)).toBe(state);
  });
});

describe('createTabStorage', () => {
  it('stores a mark in the place of a credential, filled with that of the day when it is read', () => {
    const storage = createStorage();
    createTabStorage(storage, ['Bearer first', 'Bearer other']).setItem('tabs', 'a: Bearer first, b: Bearer other');
    expect(Object.values(storage)).toEqual(['a: {{credential 1}}, b: {{credential 2}}']);
    expect(createTabStorage(storage, ['Bearer next', 'Bearer else']).getItem('tabs')).toBe(
      'a: Bearer next, b: Bearer else',
    );
  });

  it("leaves other programs' keys alone", () => {
    const storage = createStorage();
    storage.setItem('graphiql:tabState', 'of another program');
    const own = createTabStorage(storage, []);
    own.setItem('graphiql:tabState', 'ours');
    expect(own.length).toBe(1);
    own.clear();
    expect({ ...storage }).toEqual({ 'graphiql:tabState': 'of another program' });
  });
});

function createExample(name: string): Example {
  return { id: name, title: name, query: `query ${name} { a }`, variables: '', headers: newTabHeaders };
}

function toTab(tab: Omit<StoredTab, 'operationName' | 'response'>): StoredTab {
  return { ...tab, operationName: null, response: null };
}

function open(examples: Example[], kept: { before: Example[]; tabs: Parameters<typeof toTab>[0][] }) {
  const state = { activeTabIndex: 0, tabs: kept.tabs.map(toTab) };
  const { tabs } = openTabs({ examples, newTabHeaders }, { state, examples: kept.before });
  return tabs.map(({ operationName, response, ...tab }) => tab);
}

/** Like a browser's: the entries are its own properties, the methods are inherited. */
function createStorage(): Storage {
  const entries: Record<string, string> = Object.create({
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value;
    },
    removeItem: (key: string) => delete entries[key],
  });
  return entries as unknown as Storage;
}
