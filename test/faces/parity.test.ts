/** Both faces get the same request on the same data, and give the same facts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../support/engines.ts';
import { graphQLOf, type Question, question, restOf, unknownId } from '../support/random-questions.ts';
import { openRestGateway, type RestAnswer, type RestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

interface Facts {
  readonly ids?: readonly string[];
  readonly names?: readonly string[];
  readonly total?: number;
  readonly hasNext?: boolean;
  readonly error?: { readonly status: string; readonly title: string; readonly detail?: string };
}

describeEachEngine('parity of the faces', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  async function askRest(asked: Question): Promise<Facts> {
    const { body } = await gateway.rest(...restOf(asked));
    if (body.errors) return { error: comparable(body.errors[0]) };
    return {
      ids: body.data.map(({ id }: { id: string }) => id),
      names: body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
      total: body.meta.results.total,
      hasNext: body.links.next !== null,
    };
  }

  async function askGraphQL(asked: Question): Promise<Facts> {
    const selected = 'totalCount pageInfo { hasNextPage } nodes { resourceId name }';
    const { data, errors } = await gateway.ask(...graphQLOf(asked, selected));
    const [error] = errors;
    if (error) {
      const { status, title } = error.extensions;
      return { error: comparable({ status: String(status), title, detail: error.message }) };
    }
    const { nodes, totalCount, pageInfo } = data.list;
    return {
      ids: nodes.map(({ resourceId }: { resourceId: string }) => resourceId),
      names: nodes.map(({ name }: { name: string }) => name),
      total: totalCount,
      hasNext: pageInfo.hasNextPage,
    };
  }

  /** A page size has another name on each face, so that the sentence about it differs. */
  function comparable(error: { status: string; title: string; detail: string }): NonNullable<Facts['error']> {
    return error.status === '400' ? { status: error.status, title: error.title } : error;
  }

  it('a list holds the same products in the same order, or the same error', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const facts = await askRest(asked);
        expect(facts).toEqual(await askGraphQL(asked));
        kinds.add(facts.error?.status ?? (facts.total === 0 ? 'empty' : 'found'));
      }),
      { numRuns: 300 },
    );
    expect(kinds).toEqual(new Set(['found', 'empty', '400', '404', '422']));
  });

  const text = fc.oneof(fc.constantFrom('', 'a', 'Reinhold', 'a\u0000b', '😀'.repeat(3)), fc.constant(undefined));
  const id = (...known: string[]) => fc.constantFrom(...known, unknownId, 'x', undefined);
  const as = fc.constantFrom('admin', 'admin', 'admin', 'shopper', 'nobody') as fc.Arbitrary<
    'admin' | 'shopper' | 'nobody'
  >;

  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const inSnakeCase = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        snake(name),
        typeof member === 'object' && member !== null ? inSnakeCase(member) : member,
      ]),
    );
  /** With something for each member that GraphQL requires. */
  function complete(input: Record<string, unknown>): Record<string, unknown> {
    const authority = input.paymentAuthority as Record<string, unknown> | undefined;
    return Object.fromEntries(
      Object.entries({
        ...input,
        ...(authority && {
          paymentAuthority: { type: 'vendor_net', customerId: '', cardId: '', ...defined(authority) },
        }),
      }).map(([name, value]) => [
        name,
        value ?? (['externalRef', 'paymentAuthority', 'validation'].includes(name) ? value : ''),
      ]),
    );
  }

  const defined = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

  const errorsOf = ({ body }: RestAnswer) =>
    body.errors?.map(({ status, title, detail }: Record<string, string>) => [status, title, detail]) ?? null;

  /** Each violation of GraphQL's answer as an error of its own, in the other face's names. `inPath`: the member that is a parameter there. */
  function errorsOfGraphQL(errors: Awaited<ReturnType<RestGateway['ask']>>['errors'], inPath?: string) {
    const [error] = errors;
    if (!error) return null;
    const { status, title, violations } = error.extensions;
    const sentences = violations?.map(({ path, message }) => {
      const [member, ...below] = path.slice(1).map((one) => snake(String(one)));
      // The contract names that parameter as the graph does.
      if (path[1] === inPath) return message.replace(`The field '${path.join('.')}'`, `The parameter '${inPath}'`);
      return message.replace(`'${path.join('.')}'`, `'${[member, ...below].join('.')}'`);
    });
    return (sentences ?? [error.message]).map((detail) => [String(status), title, detail]);
  }

  const subscription = fc.record({
    externalRef: text,
    accountId: id(demoIds.partnerAccount),
    offeringId: id(demoIds.offering),
    planId: id(demoIds.plan, demoIds.planOfAnotherOffering),
    currency: fc.constantFrom('EUR', 'eur', undefined),
    paymentAuthority: fc.option(fc.record({ type: fc.constant('vendor_net'), customerId: text, cardId: text }), {
      nil: undefined,
    }),
    name: text,
    email: fc.constantFrom('a@b', 'a', undefined),
  });

  it.each([
    {
      name: 'createSubscription',
      input: subscription,
      path: () => ['POST', '/v2/subscriptions/subscriptions'] as const,
    },
    {
      name: 'updateApplicationKey',
      input: fc.record({ id: fc.constantFrom(demoIds.applicationKeys.admin, unknownId, 'x'), name: text }),
      path: (input: { id?: string }) => ['PUT', `/v2/application-keys/${input.id}`] as const,
      inPath: 'id',
    },
    {
      name: 'createCustomField',
      input: fc.record({
        customApiId: fc.constantFrom(demoIds.customApi, unknownId, 'x'),
        name: text,
        slug: fc.constantFrom(demoIds.takenFieldSlug, 'weight', 'A', undefined),
        fieldType: fc.constant('integer'),
        validation: fc.constantFrom(undefined, { integer: { minValue: 2, maxValue: 1 } }, { string: { minLength: 1 } }),
      }),
      path: (input: { customApiId?: string }) =>
        ['POST', `/v2/settings/extensions/custom-apis/${input.customApiId}/fields`] as const,
      inPath: 'customApiId',
    },
  ])('$name has the same errors on both', async ({ name, input, path, inPath }) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const enums: Readonly<Record<string, string>> = { integer: 'INTEGER', vendor_net: 'VENDOR_NET' };
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(input as fc.Arbitrary<Record<string, unknown>>, as, async (asked, as) => {
        const authority = asked.paymentAuthority as Record<string, string> | undefined;
        // Who may not write is told so over REST before the body is read; GraphQL finds what is missing before it asks who it is.
        const sent = as === 'admin' ? asked : complete(asked);
        const [method, target] = path(sent as never);
        const data = { ...inSnakeCase(sent), ...(name === 'updateApplicationKey' && { type: 'application_key' }) };
        const rest = errorsOf(await gateway.rest(method, target, { as, body: { data } }));
        const inEnums = {
          ...sent,
          ...(authority && {
            paymentAuthority: { ...(sent.paymentAuthority as object), type: enums[String(authority.type)] },
          }),
          ...(sent.fieldType !== undefined && { fieldType: enums[String(sent.fieldType)] }),
        };
        const { errors } = await gateway.ask(
          `mutation($input: ${type}!) { ${name}(input: $input) { __typename } }`,
          { input: inEnums },
          { as },
        );
        expect(rest).toEqual(errorsOfGraphQL(errors, inPath));
        statuses.add(rest?.[0][0] ?? 'done');
      }),
      { numRuns: 150 },
    );
    expect([...statuses]).toEqual(expect.arrayContaining(['400', '401', '403']));
  });

  it('what one face writes, the other one reads', async () => {
    const body = {
      data: {
        name: 'Beds free',
        slug: 'parity_beds',
        field_type: 'integer',
        validation: { integer: { min_value: 1 } },
      },
    };
    const path = `/v2/settings/extensions/custom-apis/${demoIds.customApi}/fields`;
    const created = (await gateway.rest('POST', path, { body })).body.data;
    const { data } = await gateway.ask(
      `{ customApi(id: "${demoIds.customApi}") { fields(first: 30) { nodes { resourceId name slug createdAt } } } }`,
    );
    expect(data.customApi.fields.nodes).toContainEqual({
      resourceId: created.id,
      name: 'Beds free',
      slug: 'parity_beds',
      createdAt: created.meta.timestamps.created_at,
    });
    const again = errorsOf(await gateway.rest('POST', path, { body }));
    expect(again).toEqual([['409', 'Conflict', 'custom_field with the given slug already exists']]);
  });

  it('reports no bug', () => expect(gateway.bugs).toEqual([]));
});
