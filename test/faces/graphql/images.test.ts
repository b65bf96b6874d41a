/** Pictures: from records to links, and those of the demo store to what a browser may do with them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { demoPicture, picturedSpecs, pictureName } from '../../../src/demo/pictures/demo-picture.ts';
import { formatImportFault } from '../../../src/importer/import-faults.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { importRecords, importReport } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const fields = 'resourceId url fileName mimeType width height size';
const toFiles = (...ids: string[]) => ({ data: ids.map((id) => ({ id, type: 'file' })) });
const toImage = (id: string) => ({ data: { id, type: 'main_image' } });
const fileRecord = (id: string, members: object = {}) => ({
  id,
  type: 'file',
  link: { href: `https://files.example/${id}.png` },
  ...members,
});

const catalog = { id: 'main', type: 'catalog', attributes: { name: 'Main' } };

const page = {
  data: [
    productRecord({
      id: 'cup',
      relationships: { main_image: toImage('front'), files: toFiles('back', 'manual', 'gone', 'front') },
    }),
    productRecord({ id: 'plain' }),
    productRecord({ id: 'lost', relationships: { main_image: toImage('gone'), files: toFiles('bare') } }),
  ],
  included: {
    main_images: [
      fileRecord('front', {
        file_name: 'front.png',
        mime_type: 'image/png',
        file_size: 9_007_199_254_740_993n,
        meta: { dimensions: { width: 800, height: 600 }, timestamps: { created_at: '2026-01-01T00:00:00.000Z' } },
      }),
    ],
    files: [
      fileRecord('back', { mime_type: 'IMAGE/webp', link: { href: 'HTTP://files.example/ü?a=1&b' } }),
      fileRecord('manual', { mime_type: 'application/pdf', file_size: null, meta: false }),
      { id: 'bare', type: 'file', file_name: 'bare.png', mime_type: 'image/png' },
    ],
  },
};

describeEachEngine('images', (open) => {
  const gateway = useOpened(() => openGateway(open, 'tables'));
  beforeAll(async () => {
    const report = await importRecords(gateway.stores, [catalog, page], { catalogId: 'main' });
    expect(report.unused.map(({ type, count, reason }) => [type, count, reason])).toEqual([
      ['file', 1, 'A file without a link (`link.href`) can not be shown.'],
    ]);
  });

  const read = async (id: string) =>
    (await gateway.ask(`query($id: ID!) { product(id: $id) { mainImage { ${fields} } images { ${fields} } } }`, { id }))
      .data.product;

  it('are what the records say, the main image first, then files that are pictures', async () => {
    const front = {
      resourceId: 'front',
      url: 'https://files.example/front.png',
      fileName: 'front.png',
      mimeType: 'image/png',
      width: 800,
      height: 600,
      size: '9007199254740993',
    };
    const nothing = { fileName: null, width: null, height: null, size: null };
    const back = { resourceId: 'back', url: 'HTTP://files.example/ü?a=1&b', mimeType: 'IMAGE/webp', ...nothing };
    expect(await read('cup')).toEqual({ mainImage: front, images: [front, back] });
  });

  it('are none where no link is known', async () => {
    expect(await read('plain')).toEqual({ mainImage: null, images: [] });
    expect(await read('lost')).toEqual({ mainImage: null, images: [] });
  });

  it('are read in one statement, however many products', async () => {
    gateway.statements.length = 0;
    await gateway.ask('{ products { nodes { mainImage { id } images { url } } } }');
    expect(gateway.statements.filter((sql) => /from "file"/.test(sql))).toHaveLength(1);
  });

  it('are nodes, and a later import replaces what they say', async () => {
    const { data } = await gateway.ask('{ product(id: "cup") { mainImage { id } } }');
    await importRecords(gateway.stores, [productRecord({ id: 'cup' }), fileRecord('front')], {
      catalogId: 'main',
      isIntoCurrent: true,
    });
    gateway.forget();
    const again = await gateway.ask(
      'query($id: ID!) { node(id: $id) { ... on File { fileName url } } }',
      data.product.mainImage,
    );
    expect(again.data, again.shown).toEqual({ node: { fileName: null, url: 'https://files.example/front.png' } });
  });

  it.each<[href: string | number, rule: string]>([
    ['javascript:alert(1)', 'format'],
    ['data:image/svg+xml,<svg/>', 'format'],
    ['//files.example/x', 'format'],
    ['/demo/pictures/x', 'format'],
    ['ftp://files.example/x', 'format'],
    ['https://', 'format'],
    ['java\nscript:alert(1)', 'format'],
    [' https://files.example/x', 'format'],
    ['https://files.example/a b', 'format'],
    ['https://files.example/\u0007', 'format'],
    ['', 'minLength'],
    [`https://files.example/${'x'.repeat(2048)}`, 'maxLength'],
    [7, 'type'],
  ])('%j is no link of a file, and is refused with its place', async (href) => {
    const records = [catalog, productRecord({ id: 'cup' }), fileRecord('front', { link: { href } })];
    const report = await importReport(gateway.stores, records, { catalogId: 'main' });
    expect(report.isPublished).toBe(false);
    expect(report.faults.map((fault) => [fault.type, fault.id, fault.path, fault.place.record])).toEqual([
      ['file', 'front', 'link.href', 3],
    ]);
    expect(formatImportFault(report.faults[0] as never)).toContain('link.href');
  });
});

describe('the pictures of the demo store', () => {
  it('are one for each product that somebody wrote, small, and hold nothing that could run', () => {
    const pictures = picturedSpecs.map(({ key }) => demoPicture(pictureName(key)) ?? '');
    expect(new Set(pictures).size).toBe(picturedSpecs.length);
    for (const picture of pictures) {
      expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]+>.*<\/svg>$/s);
      expect(picture).not.toMatch(/<(script|style|image|use|foreignObject|a)\b|\son\w+=|href|url\(/i);
      expect(picture.length).toBeLessThan(2500);
    }
  });

  it.each(['', 'unknown.1.svg', '__proto__', '../demo-picture.ts'])('there is none of the name %j', (name) => {
    expect(demoPicture(name)).toBeNull();
  });
});
