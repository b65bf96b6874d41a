import { readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';

/** What Graphcache knows without being told, and what no operation shows beside its root. */
const known = /^(Query|Mutation|Subscription|PageInfo|ErrorExtensions|Violation)$|(Connection|Edge|Payload)$|^__/;

it('the types that are embedded are those that the documentation names', () => {
  const withoutId = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !('id' in type.getFields()) && !known.test(type.name),
  );
  const [, named = ''] = /const embedded =\s+'([^']*)'/.exec(readFileSync('docs/clients.md', 'utf8')) ?? [];
  expect(named.split(' ')).toEqual(withoutId.map(({ name }) => name).sort());
});
