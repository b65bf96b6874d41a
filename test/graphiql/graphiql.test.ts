import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createGraphiQL, type GraphiQLTab } from '../../src/graphiql/graphiql.ts';

const origin = 'http://gateway.test';

describe('the page', () => {
  it('is not stored, and runs nothing but its own files', async () => {
    const { response } = await getPage([{ query: '{ hello }' }]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = response.headers.get('content-security-policy')?.split('; ');
    const directives = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"];
    expect(policy).toEqual(expect.arrayContaining(directives));
  });

  it('names no other host', async () => {
    const { html } = await getPage([{ query: '{ hello }' }]);
    expect(html).not.toMatch(/(?:https?:)?\/\/\w/);
  });

  it('names what it loads and what it queries relative to itself: a proxy may show it under a path of its own', async () => {
    const { html, options } = await getPage([{ query: '{ hello }' }]);
    const shown = new URL('https://shop.example/shop/graphql');
    const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links).toHaveLength(4);
    for (const link of [...links, ...Object.values<string>(options.workers)]) {
      expect(new URL(link, shown).href).toMatch(/^https:\/\/shop\.example\/shop\/graphql\/assets\/[^/]+$/);
    }
    expect(new URL(options.endpoint, shown).href).toBe(shown.href);
  });

  it('takes a query, a header and a title for text, never for markup', async () => {
    const query = '{ a } # </script><script>alert(1)</script><!--';
    const tab = { query, headers: '{"X":"</script>"}' };
    const { html, options } = await getPage([tab], '</title><script>"&');
    expect(html).toContain('<title>&lt;/title>&lt;script>&quot;&amp;</title>');
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html).not.toContain('<!--');
    expect(options.examples[0]).toMatchObject(tab);
  });

  it('names a tab after its operation and shows its title as a comment', async () => {
    const { options } = await getPage([
      { title: 'One product.\nWith its price.', query: 'query Product($id: ID!) { a }' },
      { query: '# query NotThis\nmutation Rename { a }' },
      { query: '{ a }' },
    ]);
    expect(options.examples.map((example: { title: string }) => example.title)).toEqual([
      'Product',
      'Rename',
      '<untitled>',
    ]);
    expect(options.examples[0].query).toBe('# One product.\n# With its price.\nquery Product($id: ID!) { a }');
  });

  it('asks for the tabs each time, and gives the first token to new tabs', async () => {
    let pages = 0;
    const graphiql = createGraphiQL({
      title: 'Test',
      tabs: () => [{ query: '{ a }', headers: `{"authorization":"Bearer ${++pages}","EP-Channel":"web"}` }],
    });
    for (const token of ['Bearer 1', 'Bearer 2']) {
      const options = readOptions(await (await graphiql.page(new Request(`${origin}/graphql`))).text());
      expect(options.credentials).toEqual([token]);
      expect(JSON.parse(options.newTabHeaders)).toEqual({ Authorization: token });
    }
  });
});

describe('an asset', () => {
  it.each(['br', 'gzip', 'identity'] as const)('comes as %s, to be kept for ever', async (encoding) => {
    const { graphiql, names } = await getPage([]);
    expect(names).toHaveLength(7);
    for (const name of names) {
      const response = await graphiql.asset(name, assetRequest(name, { 'accept-encoding': encoding }));
      expect(response?.status).toBe(200);
      expect(response?.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response?.headers.get('vary')).toBe('Accept-Encoding');
      expect(response?.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response?.headers.get('content-type')).toBe(contentTypes[name.split('.').at(-1) ?? '']);
      const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
      const plain = { br: brotliDecompressSync, gzip: gunzipSync, identity: (it: Buffer) => it }[encoding](body);
      expect(plain.length).toBeGreaterThan(1000);
    }
  });

  it('has a name that another start of the program gives it as well', async () => {
    expect((await getPage([])).names).toEqual((await getPage([{ query: '{ other }' }])).names);
    for (const name of (await getPage([])).names) expect(name).toMatch(/^[a-z-]+\.[\w-]{16}\.(?:js|css|ico)$/);
  });

  it('is not sent again to a browser that has it', async () => {
    const { graphiql, names } = await getPage([]);
    const name = names[0] ?? '';
    const first = await graphiql.asset(name, assetRequest(name, { 'accept-encoding': 'br' }));
    const etag = first?.headers.get('etag') ?? '';
    const again = { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` };
    const second = await graphiql.asset(name, assetRequest(name, again));
    expect(second?.status).toBe(304);
    expect(second?.headers.get('etag')).toBe(etag);
    const other = await graphiql.asset(name, assetRequest(name, { 'if-none-match': etag }));
    expect(other?.status).toBe(200);
  });

  it.each(['graphiql.js', '', '../package.json', '__proto__'])('is null for an unknown name (%j)', async (name) => {
    const { graphiql } = await getPage([]);
    expect(await graphiql.asset(name, assetRequest('x'))).toBeNull();
  });
});

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
};

async function getPage(tabs: GraphiQLTab[], title = 'Test') {
  const graphiql = createGraphiQL({ title, tabs: () => tabs });
  const response = await graphiql.page(new Request(`${origin}/graphql`));
  const html = await response.text();
  const names = [...html.matchAll(/"graphql\/assets\/([^"]+)"/g)].map((match) => match[1] ?? '');
  return { graphiql, response, html, names, options: readOptions(html) };
}

function readOptions(html: string) {
  return JSON.parse(/<script id="options" type="application\/json">(.*)<\/script>/.exec(html)?.[1] ?? '');
}

function assetRequest(name: string, headers: Record<string, string> = {}): Request {
  return new Request(`${origin}/graphql/assets/${name}`, { headers });
}
