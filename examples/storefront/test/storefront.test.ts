/**
 * The shop with each of its two clients: that its pages can be built, and in a browser what a shopper does, and that nothing breaks on
 * the way.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = candidates.find((path) => existsSync(path));
const skip = executablePath ? false : 'no Chromium found: install it, or set CHROMIUM_PATH';

const root = join(import.meta.dirname, '..');
const data = mkdtempSync(join(tmpdir(), 'storefront-'));
const processes: ChildProcess[] = [];
let browser: Browser;
let gatewayPort: number;

before(async () => {
  if (skip) return;
  gatewayPort = await freePort();
  browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] });
});

after(async () => {
  await browser?.close();
  for (const one of processes.reverse()) {
    one.kill();
    if (one.exitCode === null) await once(one, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
});

/** What only that client's code holds, though it was made small. */
const markOf = { apollo: 'go.apollo.dev', urql: '[Network] ' } as const;

for (const client of ['apollo', 'urql'] as const) {
  it(`is built with ${client}, and without the other client`, () => {
    const built = mkdtempSync(join(data, 'built-'));
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--emptyOutDir', '--outDir', built],
      {
        cwd: root,
        env: { ...process.env, SHOP_CLIENT: client },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const scripts = readFileSync(join(built, 'index.html'), 'utf8').match(/(?<=src=")[^"]+\.js/g) ?? [];
    const code = scripts.map((script) => readFileSync(join(built, script), 'utf8')).join('');
    const found = Object.entries(markOf).filter(([, mark]) => code.includes(mark));
    assert.deepEqual(
      found.map(([name]) => name),
      [client],
    );
  });

  describe(`the shop with ${client}`, { skip, timeout: 240_000 }, () => {
    let url: string;
    let page: Page;
    const faults: string[] = [];

    before(async () => {
      url = await startShop(client);
      page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.setDefaultTimeout(30_000);
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(String(error)));
    });
    after(() => page.close());

    it('leads from its menu to a category with pictures, and loads more of it', async () => {
      await page.goto(url);
      await page.locator('.tile', { hasText: 'Clothing' }).click();
      await page.locator('.count').waitFor();
      const total = Number.parseInt((await page.locator('.count').textContent()) ?? '', 10);
      assert.equal(await page.locator('.card').count(), 12);
      await page.waitForFunction(() => {
        const [first] = document.querySelectorAll<HTMLImageElement>('.card img');
        return first?.complete && first.naturalWidth > 0;
      });
      for (let shown = 24; shown < total + 12; shown += 12) {
        await page.getByRole('button', { name: 'Load more' }).click();
        await page.waitForFunction(
          (count) => document.querySelectorAll('.card').length >= count,
          Math.min(shown, total),
        );
      }
      assert.equal(await page.locator('.card').count(), total);
      const names = await page
        .locator('.card')
        .evaluateAll((cards) => cards.map((card) => (card as HTMLAnchorElement).href));
      assert.equal(new Set(names).size, total);
    });

    it('loads more once the connection is back', async () => {
      // From elsewhere: a page that is loaded anew is as it was left.
      await page.goto(url);
      await page.goto(`${url}/c/clothing`);
      await page.locator('.card').first().waitFor();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByRole('alert').filter({ hasText: "can't be reached" }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.locator('.card').nth(23).waitFor();
      faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')));
    });

    it('loads more once what failed beside other things is mended', async () => {
      await page.goto(url);
      await page.goto(`${url}/c/clothing`);
      await page.locator('.card').first().waitFor();
      await page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        answer.data.nodeBySlug.products = null;
        answer.errors = [
          { message: 'Not now.', path: ['nodeBySlug', 'products'], extensions: { code: 'UNAVAILABLE' } },
        ];
        await route.fulfill({ response, json: answer });
      });
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor();
      await page.unroute('**/graphql');
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.locator('.card').nth(23).waitFor();
    });

    it('shows a list anew whose next page is of a release that is gone', async () => {
      const violations = [{ path: ['after'], rule: 'cursor', message: "The argument 'after' belongs to a release" }];
      for (const extensions of [{ code: 'EXPIRED' }, { code: 'VALIDATION_FAILED', violations }]) {
        await page.goto(url);
        await page.goto(`${url}/c/clothing`);
        await page.locator('.card').first().waitFor();
        const errors = [{ message: "The argument 'after' belongs to a release", extensions }];
        await page.route('**/graphql', (route) =>
          route.request().postData()?.includes('"after"')
            ? route.fulfill({ json: { errors, data: null }, headers: { 'access-control-allow-origin': url } })
            : route.fallback(),
        );
        await page.getByRole('button', { name: 'Load more' }).click();
        await page.getByRole('button', { name: 'Show it anew' }).click();
        await page.unroute('**/graphql');
        await page.getByRole('button', { name: 'Load more' }).click();
        await page.locator('.card').nth(23).waitFor();
      }
    });

    it('says in sight that what was wanted did not come', async () => {
      for (const path of ['/', '/subscribe', '/c/clothing']) {
        await page.goto(url);
        await page.goto(`${url}${path}`);
        await page.locator('main h1').waitFor();
        await page.locator('.tile, .plan, .card').first().waitFor();
        await page.context().setOffline(true);
        await page.getByLabel('Language').selectOption('de');
        const notice = page.getByRole('alert').filter({ hasText: "can't be reached" });
        await notice.waitFor();
        assert.ok(((await notice.boundingBox())?.y ?? 900) < 300, path);
        await page.context().setOffline(false);
      }
      faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')));
    });

    it('leads to a category by the slugs above it, which another of the same slug has not', async () => {
      await page.goto(`${url}/c/clothing`);
      await page.locator('.chips a', { hasText: 'Jackets' }).click();
      await page.getByRole('heading', { name: 'Jackets' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/c/clothing/jackets');
      assert.equal(await page.title(), 'Jackets – On Purpose');
      assert.equal(await page.evaluate('document.activeElement.localName'), 'main');
      await page.goto(`${url}/c/clothing/jackets/?language=de`);
      await page.locator('html[lang=de]').waitFor();
      await page.goto(`${url}/c/clothing/jackets/`);
      await page.getByRole('heading', { name: 'Jackets' }).waitFor();
      const below = page.locator('.chips a').first();
      const name = (await below.textContent()) ?? '';
      await below.click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      assert.match(new URL(page.url()).pathname, /^\/c\/clothing\/jackets\/[^/]+$/);
      await page.locator('.trail a', { hasText: 'Jackets' }).click();
      await page.getByRole('heading', { name: 'Jackets' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/c/clothing/jackets');
    });

    it('orders and searches what a category holds', async () => {
      await page.goto(`${url}/c/clothing`);
      await page.getByLabel('Order').selectOption('PRICE_ASC');
      const amounts = () =>
        page
          .locator('.card .price')
          .evaluateAll((prices) => prices.map((one) => Number(one.textContent?.replace(/[^0-9.]/g, ''))));
      await page.waitForFunction(() => {
        const shown = [...document.querySelectorAll('.card .price')].map((one) =>
          Number(one.textContent?.replace(/[^0-9.]/g, '')),
        );
        return shown.length === 12 && shown.every((amount, index) => index === 0 || amount >= (shown[index - 1] ?? 0));
      });
      assert.ok((await amounts()).every((amount) => amount > 0));
      await page.getByLabel('Search').fill('fleec');
      await page.getByLabel('Search').press('Enter');
      await page.waitForFunction(() => document.querySelectorAll('.card').length < 12);
      assert.ok((await page.locator('.card strong', { hasText: 'Fleece' }).count()) > 0);
    });

    it('narrows a category down by tags, options and price, with the counts that are told', async () => {
      await page.goto(url);
      await page.goto(`${url}/c/clothing`);
      const countIs = (count: string | null) =>
        page.locator('.count', { hasText: new RegExp(`^${Number(count)} products$`) }).waitFor();
      const size = page.locator('.facets fieldset', { hasText: 'Size' }).locator('label').first();
      const ofSize = await size.locator('small').textContent();
      await size.click();
      await countIs(ofSize);
      const tag = page.locator('.facets fieldset', { hasText: 'Tags' }).locator('label').last();
      const ofTag = await tag.locator('small').textContent();
      assert.ok(Number(ofTag) < Number(ofSize));
      await tag.click();
      await countIs(ofTag);
      await tag.click();
      await countIs(ofSize);
      const highest = page.getByLabel('Highest price');
      await highest.fill(String(await highest.getAttribute('min')));
      await page.waitForFunction(
        (before) => Number.parseInt(document.querySelector('.count')?.textContent ?? '', 10) < before,
        Number(ofSize),
      );
      const cheapest = await page.locator('.card .price').first().textContent();
      assert.ok(
        (await page.locator('.range').textContent())?.includes(cheapest?.replace(/^from /i, '').split(' ')[0] ?? '?'),
      );
      // Of what nothing is left, no facet is there to be given up.
      await page.getByLabel('Search').fill('pepper');
      await page.getByLabel('Search').press('Enter');
      await countIs('0');
      await page.getByRole('button', { name: 'Show all again' }).click();
      await page.getByRole('button', { name: 'Show all again' }).waitFor({ state: 'detached' });
    });

    it('shows a category as it was left when the shopper goes back to it', async () => {
      await page.goto(`${url}/c/gear`);
      await page.locator('.facets label', { hasText: 'kitchen' }).click();
      await page.getByLabel('Search').fill('pepper');
      await page.getByLabel('Search').press('Enter');
      await page.locator('.count', { hasText: /^1 products$/ }).waitFor();
      await page.locator('.card').click();
      await page.locator('.product').waitFor();
      await page.goBack();
      await page.locator('.count', { hasText: /^1 products$/ }).waitFor();
      assert.equal(await page.getByLabel('Search').inputValue(), 'pepper');

      await page.goto(`${url}/c/clothing`);
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.locator('.card').nth(20).click();
      await page.locator('.product').waitFor();
      await page.goBack();
      await page.locator('.card').nth(20).waitFor();
    });

    it('shows what was chosen in another language only there', async () => {
      await page.goto(`${url}/c/gear`);
      await page.locator('.card').first().waitFor();
      const all = await page.locator('.count').textContent();
      await page.getByLabel('Language').selectOption('de');
      await page.locator('.facets label', { hasText: 'kitchen' }).click();
      await page.getByLabel('Search').fill('pepper');
      await page.getByLabel('Search').press('Enter');
      await page.waitForFunction((before) => document.querySelector('.count')?.textContent !== before, all);
      await page.goBack();
      await page.waitForFunction((before) => document.querySelector('.count')?.textContent === before, all);
      assert.equal(await page.locator('.facets input:checked').count(), 0);
      assert.equal(await page.getByLabel('Search').inputValue(), '');
      await page.goForward();
      await page.waitForFunction((before) => document.querySelector('.count')?.textContent !== before, all);
      assert.equal(await page.getByLabel('Search').inputValue(), 'pepper');
    });

    it('shows each channel and language its own, and the first again as it was', async () => {
      await page.goto(`${url}/c/jackets`);
      const price = page.locator('.card', { hasText: /Storm Shell/ }).locator('.price');
      const web = await price.textContent();
      await page.getByLabel('Channel').selectOption('mobile');
      await page.waitForFunction((before) => document.querySelector('.card .price')?.textContent !== before, web);
      const mobile = await price.textContent();
      assert.notEqual(mobile, web);
      await page.getByLabel('Language').selectOption('de');
      await page.getByRole('heading', { name: 'Jacken' }).waitFor();
      await page.goBack();
      await page.goBack();
      await page.getByRole('heading', { name: 'Jackets' }).waitFor();
      await page.waitForFunction((before) => document.querySelector('.card .price')?.textContent === before, web);
    });

    it('strikes out options that lead nowhere, says why, and finds the variant', async () => {
      await page.goto(`${url}/p/storm-shell`);
      await page.locator('.option').first().waitFor();
      assert.equal(await page.locator('.option.dead').count(), 0);
      // Its variants cost more or less: nothing is told of the parent's own price, which nobody pays.
      assert.match((await page.locator('.price.large').textContent()) ?? '', /^from /);
      assert.equal(await page.locator('.quote').count(), 0);
      await page.locator('.option', { hasText: /^S$/ }).click();
      await page.locator('.option.dead').first().waitFor();
      const dead = await page.locator('.option.dead').first().textContent();
      assert.match((await page.locator('.dead-ends').textContent()) ?? '', new RegExp(`${dead} is not`));
      for (const option of [/^M$/, 'Signal Red', 'Regular']) {
        await page.locator('.option:enabled', { hasText: option }).click();
      }
      await page.locator('.sku', { hasText: /^SKU STORM-SHELL-/ }).waitFor();
      assert.doesNotMatch((await page.locator('.price.large').textContent()) ?? '', /^from /);
      assert.equal(await page.locator('.quote').count(), 1);
    });

    it('explains what a quantity costs', async () => {
      await page.goto(`${url}/p/gas-230`);
      const price = page.locator('.quote summary');
      await price.waitFor();
      const one = await price.textContent();
      await page.getByLabel('Quantity').fill('20');
      await page.waitForFunction((before) => document.querySelector('.quote summary')?.textContent !== before, one);
      assert.match((await price.textContent()) ?? '', /for 20/);
      await page.getByLabel('Quantity').press('ControlOrMeta+A');
      await page.getByLabel('Quantity').press('Backspace');
      await page.getByLabel('Quantity').pressSequentially('30');
      await page.locator('.quote summary', { hasText: 'for 30' }).waitFor();
      await page.getByLabel('Quantity').fill('1e30');
      await page.locator('.quote summary', { hasText: 'for 999' }).waitFor();
      assert.ok((await page.locator('.quote li').count()) >= 1);
    });

    it('says at each field of the subscription what is wrong with it', async () => {
      await page.goto(`${url}/subscribe`);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.locator('.field em').first().waitFor();
      assert.equal(await page.getByLabel('E-mail').getAttribute('aria-invalid'), 'true');
      assert.equal(await page.getByLabel('Currency').getAttribute('aria-invalid'), 'false');
      assert.equal(await page.locator('.plans em').textContent(), 'Please choose one.');
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'));
      assert.equal(focused, 'true');
    });

    it('subscribes once, however often it is sent', async () => {
      await page.locator('.plan input').first().check();
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByLabel('Customer at').fill('customer');
      await page.getByLabel('Card at').fill('card');
      // The gateway answers, and the answer is lost on its way.
      await page.route('**/shop/graphql', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByRole('alert').filter({ hasText: "can't be reached" }).waitFor();
      await page.unroute('**/shop/graphql');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByText('It had been made already, and was not made again.').waitFor();
      faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('ERR_FAILED')));
    });

    it('leads from a subscription that was made to an empty form, and the history back to it', async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Subscriptions' }).click();
      await page.locator('form.form').waitFor();
      assert.equal(await page.getByLabel('Name').inputValue(), '');
      await page.goBack();
      await page.getByText('Thank you.').waitFor();
    });

    it('gives up a chosen option that the product has no more', async () => {
      await page.goto(`${url}/p/storm-shell`);
      await page.locator('.option').first().click();
      await page.locator('.option[aria-pressed=true]').waitFor();
      await page.evaluate(() => {
        const selected = [...window.history.state.selected, '00000000-0000-4000-8000-000000000000'];
        window.history.replaceState({ selected }, '');
      });
      await page.reload();
      await page.waitForFunction(() => window.history.state.selected.length === 1);
      await page.waitForFunction(
        () =>
          document.querySelectorAll('.option[aria-pressed=true]').length === 1 && !document.querySelector('.notice'),
      );
    });

    it('shows its pages whatever the address says', async () => {
      for (const path of ['/c/clothing?language=', '/c/clothing?language=en_US']) {
        await page.goto(`${url}${path}`);
        await page.locator('.card').first().waitFor();
      }
      await page.evaluate(() => {
        window.history.pushState(null, '', '/p/50%');
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
      await page.getByRole('alert').waitFor();
    });

    it('says where JavaScript is off that the shop needs it', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const without = await context.newPage();
      await without.goto(url);
      assert.match(await without.locator('body').innerText(), /JavaScript/);
      await context.close();
    });

    it('takes no request that a page of another site can send unasked', async () => {
      const body = JSON.stringify({ operationName: 'Keys' });
      const sent = await fetch(`${url}/shop/graphql`, { method: 'POST', body });
      assert.equal(sent.status, 415);
    });

    it('leads the focus on where what had it goes', async () => {
      await page.goto(url);
      await page.goto(`${url}/c/clothing`);
      await page.getByRole('button', { name: 'Load more' }).press('Enter');
      await page.locator('.card').nth(12).waitFor();
      await page.waitForFunction(() => document.activeElement === document.querySelectorAll('.card')[12]);
      await page.locator('.facets fieldset', { hasText: 'Size' }).locator('label').first().click();
      await page.getByRole('button', { name: 'Show all again' }).press('Enter');
      await page.getByRole('button', { name: 'Show all again' }).waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('document.activeElement.localName'), 'summary');
    });

    it('renames an application key, and its name changes wherever it is shown', async () => {
      await page.goto(`${url}/keys`);
      const key = page.locator('.key', { hasText: 'demo-hut-terminal' });
      await key.getByLabel('Name').fill('');
      await key.getByRole('button').click();
      await key.locator('em').waitFor();
      await key.getByLabel('Name').fill(`Hut of ${client}`);
      await key.getByRole('button').click();
      await key.locator('strong', { hasText: `Hut of ${client}` }).waitFor();
    });

    it('fits on a phone', async () => {
      await page.setViewportSize({ width: 320, height: 844 });
      // Some German names are one word that is longer than half of the page.
      for (const path of [
        '/',
        '/c/clothing',
        '/c/clothing/jackets?language=de',
        '/p/storm-shell',
        '/subscribe',
        '/keys',
      ]) {
        await page.goto(`${url}${path}`);
        await page.locator('h1').waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 320, `${path} is ${width} pixels wide`);
      }
    });

    it('is laid out from right to left in a language that is written so', async () => {
      await page.route('**/src/location.ts*', async (route) => {
        const response = await route.fetch();
        const script = await response.text();
        await route.fulfill({ response, body: script.replace(/de: ["']Deutsch["']/, '$&, ar: "العربية"') });
      });
      for (const path of ['/c/clothing', '/p/storm-shell']) {
        await page.goto(`${url}${path}?language=ar`);
        await page.locator('html[dir=rtl] h1').waitFor();
        const heading = await page.locator('h1').evaluate((h1) => getComputedStyle(h1).direction);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.deepEqual([heading, width <= 320], ['rtl', true], path);
        await page.getByLabel('Language').selectOption('en');
        await page.locator('html[dir=ltr] h1').waitFor();
      }
      await page.unroute('**/src/location.ts*');
    });

    it('wrote no error or warning to the console on the way', () => assert.deepEqual(faults, []));
  });
}

/** The first one starts the gateway, too, with a store of its own. */
async function startShop(client: string): Promise<string> {
  const port = await freePort();
  const options = ['--client', client, '--port', String(port), '--gateway', `http://127.0.0.1:${gatewayPort}`];
  const started = spawn(process.execPath, [join(root, 'dev', 'dev.ts'), ...options], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(started);
  const isUp = new Promise<void>((resolve, reject) => {
    started.stdout.on('data', (chunk) => String(chunk).includes('http://') && resolve());
    started.once('exit', () => reject(new Error('The shop did not start.')));
  });
  await isUp;
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
