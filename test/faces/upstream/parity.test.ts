/** At random: a gateway before another one answers as that one does, live but for what it says that it can't do, and mirrored without exception. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/upstream/client/upstream-config.ts';
import { describeEachEngine, openEmbedded } from '../../support/engines.ts';
import { openGatewayBefore } from '../../support/gateway-before.ts';
import { platformOf, syncStores } from '../../support/mirrored.ts';
import { plain, randomQuery } from '../../support/random-query.ts';
import { graphQLOf, question, restOf } from '../../support/random-questions.ts';
import { openRestGateway, type RestGateway } from '../../support/rest-gateway.ts';
import { runs } from '../../support/runs.ts';
import { useOpened } from '../../support/use-opened.ts';

const list = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } context { channel tag language rule { id } reason }
  nodes { id resourceId name slug tags mainImage { url } prices { money { formatted } } breadcrumbs { node { name } } }`;
const roots = [...plain.roots, 'catalogRoots', 'catalogNodes(first: 5)'];

interface Pair {
  readonly before: Pick<RestGateway, 'ask' | 'rest' | 'bugs'>;
  readonly behind: RestGateway;
}

interface Exceptions {
  /** Members of answers that differ. */
  readonly members: readonly string[];
  /** Fields that are not requested. */
  readonly fields: readonly string[];
}

const none: Exceptions = { members: [], fields: [] };

/** What `capabilities` and `docs/upstream.md` say: which rule chose is not known, nor when its catalog was made, nor which languages there are, and positions are numbers. */
const ofLive: Exceptions = {
  members: ['rule', 'reason', 'startCursor', 'endCursor'],
  fields: ['facets', 'rule', 'reason', 'catalog', 'languages', 'cursor', 'startCursor', 'endCursor', 'pageCursors'],
};

function itAnswersAlike(pair: () => Pair, { members, fields }: Exceptions) {
  const comparable = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, member) => {
        if (members.includes(name)) return '<other>';
        return name === 'requestId' ? undefined : member;
      }),
    );
  const alike = async (asked: Parameters<RestGateway['ask']>) => {
    const { before, behind } = pair();
    const [own, theirs] = [await before.ask(...asked), await behind.ask(...asked)];
    expect(comparable([own.data, own.errors]), own.shown).toEqual(comparable([theirs.data, theirs.errors]));
  };

  it('lists over REST', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { before, behind } = pair();
        const [own, theirs] = [await before.rest(...restOf(asked)), await behind.rest(...restOf(asked))];
        expect([own.status, own.body]).toEqual([theirs.status, theirs.body]);
      }),
      { numRuns: runs(25, 250) },
    );
  });

  it('lists in the graph', async () => {
    const property = fc.asyncProperty(question, (asked) => alike(graphQLOf(asked, list)));
    await fc.assert(property, { numRuns: runs(25, 250) });
  });

  it('whatever the schema lets be selected', async () => {
    const without = [...plain.without, ...fields];
    const now = new Date();
    const property = fc.asyncProperty(randomQuery({ ...plain, roots, without }), (query) =>
      alike([query, {}, { now }]),
    );
    await fc.assert(property, { numRuns: runs(25, 400) });
  });

  it('and none of it is a bug', () => {
    const { before, behind } = pair();
    expect([...before.bugs, ...behind.bugs]).toEqual([]);
  });
}

describe.each(dialects)('live, before a platform that speaks the dialect %s', (dialect) => {
  const gateway = useOpened(() => openGatewayBefore(openEmbedded, { dialect }));
  itAnswersAlike(() => ({ before: gateway, behind: gateway.platform }), ofLive);
});

describeEachEngine('mirrored', (open) => {
  let [platform, mirror] = [null, null] as unknown as [RestGateway, RestGateway];
  beforeAll(async () => {
    platform = await openRestGateway(open);
    mirror = await openRestGateway(open, 'tables');
    await syncStores(mirror.stores, platformOf(platform));
    mirror.forget();
  });
  afterAll(async () => {
    await mirror.drop();
    await platform.drop();
  });
  itAnswersAlike(() => ({ before: mirror, behind: platform }), none);
});
