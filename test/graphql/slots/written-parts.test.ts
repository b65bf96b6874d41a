import { beforeEach, expect, it } from 'vitest';
import { localise } from '../../../src/domain/language/localisation.ts';
import type { Product } from '../../../src/domain/product/product.ts';
import { ByteWriter } from '../../../src/graphql/bytes/byte-writer.ts';
import { keepWritten } from '../../../src/graphql/slots/written-parts.ts';
import { type CatalogView, inView } from '../../../src/graphql/view/catalog-view.ts';

const localisations = [{ language: 'de', name: 'Hut', description: null }];
const hat = { name: 'Hat', description: null, language: 'en', localisations } as unknown as Product;
const work = { made: () => ({ units: 0, bytes: 0 }), complete: () => null };

let writes: number;
beforeEach(() => {
  writes = 0;
});

const kept = keepWritten((value, _run, out) => {
  writes += 1;
  out.writeText((value as Product).name);
});

/** As each request has it: a copy of what the store has, in its language. `texts`: the one that the release has of it. */
function show(language: string, context: object = {}, texts = language): string {
  const view = { marks: '', requestContext: { language, ...context } } as unknown as CatalogView;
  const out = new ByteWriter();
  kept.write(inView(localise(hat, texts), view), { context: { work }, gaps: 0 } as never, out);
  const written = Buffer.alloc(out.length);
  out.copyTo(written, 0, 0, out.length);
  return written.toString();
}

it('a product is written once in each language, translated or not', () => {
  const languages = ['en', 'de', 'en', 'de', 'de'];
  expect(languages.map((language) => show(language))).toEqual(['Hat', 'Hut', 'Hat', 'Hut', 'Hut']);
  expect(writes).toBe(2);
});

it('a translation is shown as soon as its release names the language', () => {
  expect([show('de-AT', {}, 'en'), show('de-AT', {}, 'de')]).toEqual(['Hat', 'Hut']);
});

it('of a platform it is written each time, and so it is in a language that nobody has', () => {
  const invented = 'x'.repeat(101);
  expect([show('de', { upstream: {} }), show('de', { upstream: {} })]).toEqual(['Hut', 'Hut']);
  expect([show(invented), show(invented)]).toEqual(['Hat', 'Hat']);
  expect(writes).toBe(4);
});

it('what failed, or is yet to come, is written each time', () => {
  const failing = keepWritten((_value, run, out) => {
    writes += 1;
    run.gaps += 1;
    out.writeText('null');
  });
  const view = { marks: '', requestContext: { language: 'en' } } as unknown as CatalogView;
  const product = inView(localise(hat, 'en'), view);
  for (let time = 0; time < 3; time += 1) {
    failing.write(product, { context: { work }, gaps: 0 } as never, new ByteWriter());
    expect(failing.has(product)).toBe(false);
  }
  expect(writes).toBe(3);
});
