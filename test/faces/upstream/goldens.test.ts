/** The oracle of meaning: a gateway before another one answers the golden queries as that one does, in either dialect. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/upstream/client/upstream-config.ts';
import { openEmbedded } from '../../support/engines.ts';
import { type GatewayBefore, openGatewayBefore } from '../../support/gateway-before.ts';
import { goldenVariables } from '../graphql/golden-variables.ts';

const folder = join(import.meta.dirname, '..', 'graphql', 'golden');

/** What `capabilities` says is otherwise: the rule that chose, and cursors, which are opaque. */
function withoutKnownDifferences(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value) => {
      if (key === 'rule' || key === 'reason') return '<the rule>';
      return key === 'cursor' || key === 'startCursor' || key === 'endCursor' ? '<cursor>' : value;
    }),
  );
}

describe.each(dialects)('goldens before a platform that speaks the dialect %s', (dialect) => {
  let gateway: GatewayBefore;
  beforeAll(async () => {
    gateway = await openGatewayBefore(openEmbedded, { dialect });
  });
  afterAll(() => gateway.drop());

  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.graphql') ? [file.slice(0, -8)] : []));
  it.each(names)('%s', async (name) => {
    const query = readFileSync(join(folder, `${name}.graphql`), 'utf8');
    const variables = goldenVariables[name] ?? {};
    const [before, behind] = await Promise.all([gateway.ask(query, variables), gateway.platform.ask(query, variables)]);
    expect(withoutKnownDifferences(before.data), before.shown).toEqual(withoutKnownDifferences(behind.data));
    const errorsOf = ({ errors }: typeof before) =>
      errors.map(({ message, path, extensions: { requestId: _, ...extensions } }) => ({ message, path, extensions }));
    expect(errorsOf(before)).toEqual(errorsOf(behind));
    expect(gateway.requests.length).toBeGreaterThan(0);
  });

  it('none of them ends in a bug', () => expect([...gateway.bugs, ...gateway.platform.bugs]).toEqual([]));
});
