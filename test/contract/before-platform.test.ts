/** Every statement of the contract once more, of a gateway before a platform that is another gateway, in either dialect. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../../src/upstream/client/upstream-config.ts';
import { createDescribed } from '../support/described-requests.ts';
import { toContractBody } from '../support/dialect-proxy.ts';
import { openEmbedded } from '../support/engines.ts';
import { openGatewayBefore } from '../support/gateway-before.ts';
import { importRecords } from '../support/import-records.ts';
import { cases } from '../support/runs.ts';
import { useOpened } from '../support/use-opened.ts';
import { importedRecords } from './imported-store.ts';
import { facesOf } from './statement.ts';
import { topics } from './topics.ts';
import { createWorld, type World, worldNames } from './world.ts';

/** What `capabilities` and `docs/upstream.md` say is otherwise. Each must fail: what holds again leaves the list. */
const exceptions: Readonly<Record<Dialect, readonly RegExp[]>> = {
  contract: [/^(The channel|The context tag) chooses the catalog of the rule that fits it\. \[graphql\]$/],
  elasticpath: [
    /^(The channel|The context tag) chooses the catalog of the rule that fits it\. \[graphql\]$/,
    /^The payment gateway may be `vendor_net`\. /,
  ],
};
/** Catalogs, rules and releases are administered on the platform itself; and products are the same in both dialects. */
const left: Readonly<Record<Dialect, readonly string[]>> = {
  contract: ['Releases'],
  elasticpath: ['Releases', 'Product resource', 'Filtering', 'Paging', 'Child product list'],
};

const firstOf: Readonly<Record<Dialect, World['name'][]>> = { contract: ['imported'], elasticpath: ['demo'] };

describe.each(dialects)('contract before a platform that speaks the dialect %s', (dialect) => {
  const gateway = useOpened(() => openGatewayBefore(openEmbedded, { dialect }));
  const worlds = new Map<string, World>();
  beforeAll(async () => {
    await importRecords(gateway.stores, importedRecords);
    gateway.forget();
    for (const name of worldNames) worlds.set(name, createWorld(name, gateway));
  });

  // The other store is only another example: both are asked in `npm run test:searches`.
  describe.each(
    cases(
      firstOf[dialect],
      worldNames.filter((name) => !firstOf[dialect].includes(name)),
    ),
  )('%s store', (name) => {
    for (const { title, statements } of topics.filter((topic) => !left[dialect].includes(topic.title))) {
      describe(title, () => {
        for (const statement of statements) {
          for (const face of facesOf(statement)) {
            const says = `${statement.says} [${face}]`;
            const holds = exceptions[dialect].some((exception) => exception.test(says)) ? it.fails : it;
            holds(says, async () => {
              await statement[face]?.(worlds.get(name) as World);
            });
          }
        }
      });
    }
  });

  it('the platform is asked for nothing but what its OpenAPI document describes', async () => {
    const { body } = await gateway.platform.rest('GET', '/v2/openapi.json', { as: 'nobody' });
    const faultsOf = createDescribed(body);
    const sent = gateway.requests.map((request) => ({ ...request, body: toContractBody(request.body) }));
    expect(sent.length).toBeGreaterThan(100);
    expect([...new Set(sent.flatMap(faultsOf))]).toEqual([]);
  });

  it('no statement ends in a bug', () => expect([...gateway.bugs, ...gateway.platform.bugs]).toEqual([]));
});
