import { readFileSync } from 'node:fs';
import { type FieldNode, parse, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';

const blocks = [...readFileSync('docs/clients.md', 'utf8').matchAll(/```graphql\n([\s\S]*?)```/g)];

describe('the documents of docs/clients.md', () => {
  it('are several', () => expect(blocks.length).toBeGreaterThan(2));

  it.each(blocks.map(([, text = '']) => [text.split('\n')[0], text]))('%s fits the schema', (_title, text) => {
    expect(validate(schema, parse(text))).toEqual([]);
  });

  it.each(blocks.map(([, text = '']) => [text.split('\n')[0], text]))(
    '%s continues lists by their edges, which Apollo joins, and no nodes',
    (_title, text) => expect(continuedLists(text).filter((names) => names.includes('nodes'))).toEqual([]),
  );
});

/** What is selected of each list whose cursor is a variable. */
function continuedLists(text: string): string[][] {
  const lists: string[][] = [];
  visit(parse(text), {
    Field(field) {
      if (isContinued(field))
        lists.push(field.selectionSet?.selections.flatMap((one) => ('name' in one ? one.name.value : [])) ?? []);
    },
  });
  return lists;
}

function isContinued({ arguments: given = [] }: FieldNode): boolean {
  return given.some(({ name, value }) => /^(after|before)$/.test(name.value) && value.kind === 'Variable');
}
