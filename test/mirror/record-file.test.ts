import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseExactJson, parseVerbatimJson, withoutSpelling } from '../../src/domain/input/exact-json.ts';
import { createRecordFile } from '../../src/mirror/record-file.ts';

it('holds numbers that an import reads as the platform wrote them, however large', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'record-file-'));
  const extensions =
    '{"template":{"whole":9007199254740993,"large":1e16,"fraction":12345678901234567890.5,"small":1.5}}';
  const product = { id: 'one', type: 'product', attributes: { extensions: parseExactJson(extensions) } };
  const file = await createRecordFile(join(folder, 'records'), 'shop');
  await file.add({ path: '/products', data: [product], included: null });
  await file.close();
  const text = await readFile(file.path, 'utf8');
  const { data } = withoutSpelling(parseVerbatimJson(text)) as { readonly data: readonly (typeof product)[] };
  expect(data[0]?.attributes).toEqual(product.attributes);
  await rm(folder, { recursive: true });
});
