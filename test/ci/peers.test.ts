/** The benchmark's peers have what its loads request, and a run that ends since one answers otherwise says where. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { describe, expect, it } from 'vitest';
import { expectBytes } from '../../bench/load/body-check.ts';
import { schema as peers } from '../../bench/peers/pothos-schema.ts';
import { firstDifference } from '../../bench/speed/first-difference.ts';
import { type ParentFacts, parentQuery } from '../../bench/speed/graph-file.ts';
import { loads } from '../../bench/speed/loads.ts';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '..', '..', 'schema.graphql'), 'utf8'));

/** `data.product.name` → `Product.name`, of each field that the query selects. */
function selectedFields(query: string): Map<string, string> {
  const found = new Map<string, string>();
  const info = new TypeInfo(schema);
  const path = ['data'];
  const Field = {
    enter({ name }: { readonly name: { readonly value: string } }) {
      path.push(name.value);
      found.set(path.join('.'), `${info.getParentType()?.name}.${name.value}`);
    },
    leave: () => void path.pop(),
  };
  visit(parse(query), visitWithTypeInfo(info, { Field }));
  return found;
}

/** Not a type that is read as one: the peers have another version of GraphQL.js once they are installed. */
function hasField(coordinate: string): boolean {
  const [type = '', field = ''] = coordinate.split('.');
  const found = peers.getType(type);
  return found !== undefined && 'getFields' in found && field in found.getFields();
}

describe('the peers', () => {
  const parents = Array.from({ length: 40 }, (_, index): ParentFacts => {
    const resourceId = `parent-${index}`;
    return { resourceId, children: [{ resourceId }], variationMatrix: [{ optionIds: [], productId: resourceId }] };
  });

  it.each(Object.entries(loads))('have all fields of the load %s', (_, { asked }) => {
    const coordinates = new Set(asked(parents).flatMap(({ query }) => [...selectedFields(query).values()]));
    expect(coordinates.size).toBeGreaterThan(5);
    expect([...coordinates].filter((coordinate) => !hasField(coordinate))).toEqual([]);
  });

  it('hold the id of whatever has one: a response cache reads it, requested or not', () => {
    const fields = selectedFields(parentQuery);
    const withoutId = [...fields].filter(([path, coordinate]) => {
      const [type = '', field = ''] = coordinate.split('.');
      const of = schema.getType(type);
      const selected = of && 'getFields' in of && getNamedType(of.getFields()[field]?.type);
      return selected && hasField(`${selected.name}.id`) && !fields.has(`${path}.id`);
    });
    expect(withoutId).toEqual([]);
  });
});

const nodes = [{ name: 'A', parent: null }, { name: 'B'.repeat(100) }];

it.each<[what: string, found: unknown, difference: string | null]>([
  ['the same', structuredClone(nodes), null],
  ['another order of members', [{ parent: null, name: 'A' }, nodes[1]], null],
  ['another value', [{ name: 'a', parent: null }, nodes[1]], 'data[0].name is "a" and not "A"'],
  ['a member more', [{ ...nodes[0], id: null }, nodes[1]], 'data[0].id is null and not absent'],
  ['a member less', [{ name: 'A' }, nodes[1]], 'data[0].parent is absent and not null'],
  ['an item less', nodes.slice(0, 1), `data[1] is absent and not {"name":"${'B'.repeat(71)}…`],
  ['an object in the place of a list', { 0: nodes[0] }, expect.stringMatching(/^data is \{.*\} and not \[.*…$/)],
  ['nothing', null, expect.stringMatching(/^data is null and not \[/)],
])('of an answer with %s it is said where it differs first', (_, found, difference) => {
  expect(firstDifference(found, nodes, 'data')).toEqual(difference);
});

it('a body that is not the expected one is shown, and the next one is looked at anew', () => {
  const check = expectBytes(Buffer.from('{"data":{}}'), true);
  check.take(Buffer.from('{"errors":[]}'));
  expect(check.finish()).toBe('a body of 13 bytes is not the expected one of 11: {"errors":[]}');
  for (const piece of ['{"data"', ':{}}']) check.take(Buffer.from(piece));
  expect(check.finish()).toBeNull();
});
