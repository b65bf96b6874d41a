import type { Locator } from 'playwright-core';
import type { OpenTab, TestBrowser } from './browser.ts';

/** GraphiQL as its user sees it: tests say what is done, this knows which elements that takes. */
export interface GraphiQLPage {
  readonly tab: OpenTab;
  /** The names of the tabs, from left to right. */
  tabs(): Promise<string[]>;
  activeTab(): Promise<string>;
  selectTab(name: string): Promise<void>;
  closeTab(name: string): Promise<void>;
  addTab(): Promise<void>;
  queryText(): Promise<string>;
  setQuery(text: string): Promise<void>;
  headersText(): Promise<string>;
  setHeaders(text: string): Promise<void>;
  /** What the editor proposes after these characters are typed at the end of the query. */
  typeForSuggestions(text: string): Promise<string[]>;
  /** The text of the documentation pane. */
  documentation(): Promise<string>;
  /** Presses Execute and waits for the answer. */
  execute(): Promise<void>;
  /** The whole answer, lines outside of the visible part included. */
  responseText(): Promise<string>;
  clearStorage(): Promise<void>;
  reload(): Promise<void>;
  screenshot(path: string): Promise<void>;
}

export async function openGraphiQL(browser: TestBrowser, url: string): Promise<GraphiQLPage> {
  const tab = await browser.open(url);
  const { page } = tab;
  const queryEditor = page.locator('.graphiql-query-editor');
  const headerEditor = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)');
  const responseEditor = page.locator('.result-window');
  const tabNames = page.locator('.graphiql-tab-button');
  const findTab = (name: string) => page.locator('.graphiql-tabs').getByRole('button', { name, exact: true });

  async function waitUntilReady() {
    await queryEditor.locator('.view-line').first().waitFor();
    await page.locator('.graphiql-execute-button').waitFor();
  }

  /** GraphiQL looks at a query a moment after it was put into the editor, and stores the tabs after half a second. */
  const settle = () => page.waitForTimeout(700);

  /** Through the clipboard's event: an editor draws only the lines that can be seen. */
  async function readAll(editor: Locator): Promise<string> {
    await editor.locator('.view-line').first().click();
    await page.evaluate(`{
      const { promise, resolve } = Promise.withResolvers();
      addEventListener('copy', (event) => resolve(event.clipboardData.getData('text/plain')), { once: true });
      globalThis.readCopied = () => promise;
    }`);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    return page.evaluate<string>('readCopied()');
  }

  /** Pasted, not typed: an editor completes typed brackets and quotes. */
  async function replaceAll(editor: Locator, text: string) {
    await editor.locator('.view-line').first().click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
    await settle();
  }

  async function showHeaders() {
    await page.locator('.graphiql-editor-tools').getByRole('button', { name: 'Headers', exact: true }).click();
    return headerEditor;
  }

  await waitUntilReady();
  return {
    tab,
    tabs: () => tabNames.allTextContents(),
    activeTab: async () => (await page.locator('.graphiql-tab-active .graphiql-tab-button').textContent()) ?? '',
    async selectTab(name) {
      await findTab(name).click({ position: { x: 10, y: 12 } }); // on its right the close button comes up
      await settle();
    },
    async closeTab(name) {
      const found = findTab(name).locator('..');
      await found.hover();
      await found.getByRole('button', { name: 'Close Tab' }).click();
      await settle();
    },
    async addTab() {
      await page.locator('.graphiql-tab-add').click();
      await settle();
    },
    queryText: () => readAll(queryEditor),
    setQuery: (text) => replaceAll(queryEditor, text),
    headersText: async () => readAll(await showHeaders()),
    setHeaders: async (text) => replaceAll(await showHeaders(), text),
    async typeForSuggestions(text) {
      await queryEditor.locator('.view-line').first().click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type(text);
      await page.keyboard.press('Control+Space');
      const rows = page.locator('.suggest-widget.visible .monaco-list-row .label-name');
      await rows.first().waitFor();
      return rows.allTextContents();
    },
    async documentation() {
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      const pane = page.locator('.graphiql-doc-explorer');
      await pane.getByText('Root Types').waitFor();
      return (await pane.textContent()) ?? '';
    },
    async execute() {
      await page.locator('.graphiql-execute-button').click();
      await page.locator('.graphiql-spinner').waitFor({ state: 'detached' });
      await responseEditor.locator('.view-line').filter({ hasText: '{' }).first().waitFor();
    },
    responseText: () => readAll(responseEditor),
    async clearStorage() {
      await page.getByRole('button', { name: 'Open settings dialog' }).click();
      await page.getByRole('button', { name: 'Clear data' }).click();
    },
    async reload() {
      await page.reload();
      await waitUntilReady();
    },
    async screenshot(path) {
      await page.screenshot({ path });
    },
  };
}
