import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createCustomFieldService } from '../../../src/domain/custom-field/custom-field-service.ts';
import type { CustomFieldService } from '../../../src/domain/custom-field/ports.ts';
import { createWorkBudget, workPrices } from '../../../src/domain/work-budget.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { customApi, publishRecords } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';
import { errorOf, violationsOf } from '../../support/violations-of.ts';
import { written } from '../../support/written.ts';

const api = customApi();
const requestContext = writingContext(new Date('2026-02-03T04:05:06.007Z'));

describeEachEngine('the custom field service', (open) => {
  const opened = useOpened(open);
  let service: CustomFieldService;
  beforeAll(async () => {
    await publishRecords(opened.engine, { customApis: [api] });
    service = createCustomFieldService({ stores: createStores(opened.engine), newId: randomUUID });
  });

  const input = (changes: Record<string, unknown> = {}) => {
    return { customApiId: api.id, name: 'Wash at', slug: `slug-${randomUUID()}`, fieldType: 'integer', ...changes };
  };

  async function allFields(apiId: string): Promise<unknown[]> {
    const page = { first: 100 };
    const [found] = await service.pageFields(requestContext, [{ apiId, page, withTotal: false }]);
    if (!found || found instanceof Error) throw found;
    return found.items.map(({ item }) => item);
  }

  test('a new field is made now, with what was not given', async () => {
    const asked = input({ customApiId: api.id.toUpperCase() });
    const created = await written(service.create(requestContext, asked));
    expect(created).toStrictEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      customApiId: api.id,
      name: 'Wash at',
      description: '',
      slug: asked.slug,
      fieldType: 'integer',
      validation: { fieldType: 'integer', rules: { minValue: null, maxValue: null, allowNullValues: true } },
      createdAt: '2026-02-03T04:05:06.007Z',
      updatedAt: '2026-02-03T04:05:06.007Z',
    });
    expect(await service.getMany(requestContext, [created.id])).toEqual(new Map([[created.id, created]]));
    expect(await allFields(api.id)).toContainEqual(created);
  });

  test('a pattern is charged before it is compiled, by the size of its program', async () => {
    const budget = createWorkBudget({ cost: 100_000, violations: 50 });
    const create = (regex: unknown) =>
      service.create(
        { ...requestContext, budget },
        input({ fieldType: 'string', validateOnly: true, validation: { string: { regex } } }),
      );
    await create('[a-z]{1000}');
    const ofOne = budget.spent;
    expect(ofOne).toBeGreaterThanOrEqual(1000 * workPrices.instruction);
    await create('[a-z]{500}');
    expect(budget.spent).toBeLessThan(1.6 * ofOne);
    await violationsOf(() => create('(?:abcdefghijklm){1000}'));
    await violationsOf(() => create('x'.repeat(100_000)));
    await violationsOf(() => create({ of: 'another type' }));
    await violationsOf(() => create(`(${'('.repeat(110)}a${'){1000}'.repeat(110)}){0}`));
    expect(budget.spent).toBeLessThan(1.6 * ofOne);
    for (let index = 0; index < 2; index += 1) await create('(?:abcdefghi){1000}');
    const error = await errorOf(() => create('(?:abcdefghi){1000}'));
    expect([error.code, error.exceeded]).toEqual(['LIMIT_EXCEEDED', { limitName: 'cost', limit: 100_000 }]);
  });

  test('an unknown custom API is NOT_FOUND', async () => {
    const unknown = randomUUID();
    const error = await errorOf(() => service.create(requestContext, input({ customApiId: unknown })));
    expect([error.code, error.message]).toEqual(['NOT_FOUND', `No custom API with the id '${unknown}' was found.`]);
  });

  test('faults of form come together with what is not there', async () => {
    const unknown = randomUUID();
    expect(await violationsOf(() => service.create(requestContext, input({ customApiId: unknown, name: '' })))).toEqual(
      [
        `customApiId reference No custom API with the id '${unknown}' was found.`,
        "name minLength The field 'name' must not be empty: 1 to 255 are expected.",
      ],
    );
  });

  test('of 200 concurrent creations of one slug exactly one wins, the others are a CONFLICT', async () => {
    const asked = input();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        service.create(requestContext, asked).then(
          () => 'created',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['created', 'custom_field with the given slug already exists']));
  });

  test.each(['getMany', 'getManyApis'] as const)(
    '%s leaves out what is unknown or can name nothing',
    async (method) => {
      expect(await service[method](requestContext, ['', 'a\0b', '\ud800', 'x'.repeat(10_000), randomUUID()])).toEqual(
        new Map(),
      );
    },
  );
});
