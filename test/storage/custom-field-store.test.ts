import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CustomField, slugTaken } from '../../src/domain/custom-field/custom-field.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { createCustomFieldStore } from '../../src/storage/custom-field-store.ts';
import { customApi, customField, publishRecords } from '../support/billing-records.ts';
import { describeEachEngine } from '../support/engines.ts';
import { writingContext } from '../support/request-contexts.ts';
import { storableText } from '../support/unicode.ts';
import { useMade, useOpened } from '../support/use-opened.ts';
import { errorOf } from '../support/violations-of.ts';

describeEachEngine('the custom field store', (open) => {
  const opened = useOpened(open);
  const store = useMade(() => createCustomFieldStore(opened.engine));

  const publishedApi = async () => {
    const api = customApi();
    await publishRecords(opened.engine, { customApis: [api] });
    return api;
  };
  const inserted = async (changes: Partial<CustomField>) => {
    const field = customField(changes);
    await store.insert(field);
    return field;
  };

  test('a custom API and its published fields are read as they were published', async () => {
    const api = customApi({ description: 'How to wash it.' });
    const field = customField({ customApiId: api.id });
    await publishRecords(opened.engine, { customApis: [api], customFields: [field] });
    expect(await store.getManyApis([api.id, randomUUID()])).toEqual(new Map([[api.id, api]]));
    expect(await store.getMany([field.id, randomUUID()])).toEqual(new Map([[field.id, field]]));
    expect(await store.getManyApis([])).toEqual(new Map());
    expect(await store.getMany([])).toEqual(new Map());
  });

  test.each<CustomField['validation']>([
    { fieldType: 'string', rules: { minLength: 0, maxLength: 65_535, regex: '^\\d+$', allowNullValues: false } },
    { fieldType: 'string', rules: { minLength: null, maxLength: null, regex: '', allowNullValues: true } },
    {
      fieldType: 'integer',
      rules: { minValue: -Number.MAX_SAFE_INTEGER, maxValue: Number.MAX_SAFE_INTEGER, allowNullValues: true },
    },
    { fieldType: 'boolean', rules: { allowNullValues: false } },
    { fieldType: 'float', rules: { minValue: 5e-324, maxValue: 1.7976931348623157e308, allowNullValues: true } },
  ])('a $fieldType field comes back with its rules', async (validation) => {
    const api = await publishedApi();
    const field = await inserted({ customApiId: api.id, fieldType: validation.fieldType, validation });
    expect((await store.getMany([field.id])).get(field.id)).toStrictEqual(field);
  });

  async function fieldsOf(...apiIds: string[]) {
    const window = { limit: 100, from: 'start', after: null, before: null, skip: 0 } as const;
    const queries = apiIds.map((parentId) => ({ parentId, window, withTotal: false }));
    const pages = await store.pageFields(writingContext(), queries);
    return pages.map(({ items }) => items.map(({ item }) => item));
  }

  test('the fields of an API are listed in the order of their creation, then by id', async () => {
    const [one, two, empty] = [await publishedApi(), await publishedApi(), await publishedApi()];
    const [early, late] = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z'];
    const last = await inserted({ customApiId: one.id, slug: 'a', createdAt: late });
    const second = await inserted({
      customApiId: one.id,
      slug: 'b',
      createdAt: early,
      id: `f${randomUUID().slice(1)}`,
    });
    const first = await inserted({ customApiId: one.id, slug: 'c', createdAt: early, id: `0${randomUUID().slice(1)}` });
    const other = await inserted({ customApiId: two.id, slug: 'a' });
    expect(await fieldsOf(two.id, one.id, empty.id)).toEqual([[other], [first, second, last], []]);
    expect(await fieldsOf()).toEqual([]);
  });

  test('a slug is unique within its API', async () => {
    const [one, two] = [await publishedApi(), await publishedApi()];
    await inserted({ customApiId: one.id, slug: 'colour' });
    await inserted({ customApiId: two.id, slug: 'colour' });
    const error = await errorOf(() => inserted({ customApiId: one.id, slug: 'colour' }));
    expect(error.code).toBe('CONFLICT');
    expect(error.message).toBe('custom_field with the given slug already exists');
    expect(error.violations).toEqual([slugTaken]);
  });

  test('a slug is looked up within its API, by code point', async () => {
    const [one, two] = [await publishedApi(), await publishedApi()];
    await inserted({ customApiId: one.id, slug: 'colour' });
    expect(await store.hasSlug(one.id, 'colour')).toBe(true);
    expect(await store.hasSlug(one.id, 'Colour')).toBe(false);
    expect(await store.hasSlug(two.id, 'colour')).toBe(false);
  });

  test('a conflict tells nothing of what the database said', async () => {
    const api = await publishedApi();
    await inserted({ customApiId: api.id, slug: 'canary-slug' });
    const error = await errorOf(() => inserted({ customApiId: api.id, slug: 'canary-slug', name: 'canary-name' }));
    expect(error.cause).toBeUndefined();
    expect(JSON.stringify([error, { ...error }, error.message])).not.toMatch(/canary|insert|Key \(/i);
  });

  test('slugs compare by code point', async () => {
    const api = await publishedApi();
    await inserted({ customApiId: api.id, slug: 'colour' });
    await inserted({ customApiId: api.id, slug: 'Colour' });
    expect((await fieldsOf(api.id))[0]).toHaveLength(2);
  });

  test('of 200 concurrent creations of one slug exactly one wins, and the others are told of the conflict', async () => {
    const api = await publishedApi();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => store.insert(customField({ customApiId: api.id, slug: 'contested' }))),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toHaveLength(199);
    expect([...new Set(failures.map((error) => (error instanceof DomainError ? error.code : error)))]).toEqual([
      'CONFLICT',
    ]);
    expect((await fieldsOf(api.id))[0]).toHaveLength(1);
  });

  test('texts of any Unicode come back as they went in', async () => {
    const api = await publishedApi();
    await fc.assert(
      fc.asyncProperty(storableText(), storableText(), async (name, regex) => {
        const field = await inserted({
          customApiId: api.id,
          slug: randomUUID(),
          name,
          description: regex,
          fieldType: 'string',
          validation: {
            fieldType: 'string',
            rules: { minLength: null, maxLength: null, regex, allowNullValues: true },
          },
        });
        expect((await store.getMany([field.id])).get(field.id)).toStrictEqual(field);
      }),
      { numRuns: 50 },
    );
  });
});
