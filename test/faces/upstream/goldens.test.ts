/** The oracle of meaning: a gateway before another one answers the golden queries as that one does, in either dialect. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../src/upstream/client/upstream-config.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGatewayBefore } from '../../support/gateway-before.ts';
import { useOpened } from '../../support/use-opened.ts';
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

/** Fields of goldens that a platform can't answer, sorted, filtered and counted as they are. */
const unsupported: Readonly<Record<string, readonly (readonly string[])[]>> = {
  category: [
    ['nodeBySlug', 'byName'],
    ['nodeBySlug', 'found'],
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: data of any query
function without(data: any, paths: readonly (readonly string[])[]): unknown {
  const copy = structuredClone(data);
  for (const path of paths) {
    const place = path.slice(0, -1).reduce((value, name) => value[name], copy);
    place[path.at(-1) ?? ''] = null;
  }
  return copy;
}

describe.each(dialects)('goldens before a platform that speaks the dialect %s', (dialect) => {
  const gateway = useOpened(() => openGatewayBefore(openEmbedded, { dialect }));

  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.graphql') ? [file.slice(0, -8)] : []));
  it.each(names)('%s', async (name) => {
    const query = readFileSync(join(folder, `${name}.graphql`), 'utf8');
    const variables = goldenVariables[name] ?? {};
    const [before, behind] = await Promise.all([gateway.ask(query, variables), gateway.platform.ask(query, variables)]);
    const left = unsupported[name] ?? [];
    expect(withoutKnownDifferences(before.data), before.shown).toEqual(
      withoutKnownDifferences(without(behind.data, left)),
    );
    const errorsOf = ({ errors }: typeof before) =>
      errors.map(({ message, path, extensions: { requestId: _, ...extensions } }) => ({ message, path, extensions }));
    const isLeft = ({ path }: { readonly path?: unknown }) =>
      left.some((one) => JSON.stringify(one) === JSON.stringify(path));
    expect(errorsOf(before).filter((error) => !isLeft(error))).toEqual(errorsOf(behind));
    expect(before.errors.filter(isLeft).map(({ extensions }) => extensions.code)).toEqual(
      left.map(() => 'UNSUPPORTED'),
    );
    expect(gateway.requests.length).toBeGreaterThan(0);
  });

  it('none of them ends in a bug', () => expect([...gateway.bugs, ...gateway.platform.bugs]).toEqual([]));
});
