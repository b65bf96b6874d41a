/**
 * How deep and how wide a document is, seen before it is validated: some of validation's rules take time that grows with
 * the square of a document, or faster. Fragments count at each place where they are spread, but are looked at once, so that
 * 2^20 of them take no longer than twenty.
 */
import type { DocumentNode, SelectionNode, SelectionSetNode } from 'graphql';
import { isIntrospection } from './field-price.ts';
import { type Fragments, fragmentsOf } from './selections.ts';

export interface DocumentShape {
  readonly depth: number;
  readonly aliases: number;
  /** Of the mutation with the most. */
  readonly mutationFields: number;
  /** At the place with the most. */
  readonly directives: number;
  /** That are defined, whether they are spread or not. */
  readonly fragments: number;
}

interface Part {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly directives: number;
}

const nothing: Part = { depth: 0, aliases: 0, fields: 0, directives: 0 };

export function measureShape(document: DocumentNode): DocumentShape {
  const { definitions } = document;
  const ofSelections = createMeasure(fragmentsOf(document));
  const shapes = definitions.map((definition): Omit<DocumentShape, 'fragments'> => {
    if (definition.kind !== 'OperationDefinition') return { ...nothing, mutationFields: 0 };
    const places = definition.variableDefinitions?.map(({ directives = [] }) => directives.length) ?? [];
    const part = withDirectives(ofSelections(definition.selectionSet), definition.directives);
    return {
      ...part,
      directives: Math.max(part.directives, ...places),
      mutationFields: definition.operation === 'mutation' ? part.fields : 0,
    };
  });
  const most = (name: keyof (typeof shapes)[number]) => Math.max(0, ...shapes.map((shape) => shape[name]));
  return {
    depth: most('depth'),
    aliases: most('aliases'),
    mutationFields: most('mutationFields'),
    directives: most('directives'),
    fragments: definitions.filter(({ kind }) => kind === 'FragmentDefinition').length,
  };
}

/** How much a selection set is, fragments expanded; each fragment is measured once. */
function createMeasure(fragments: Fragments): (set: SelectionSetNode) => Part {
  const measured = new Map<string, Part>();

  function ofFragment(name: string): Part {
    const known = measured.get(name);
    if (known) return known;
    // A fragment within itself ends here; validation refuses it.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    if (!fragment) return nothing;
    const part = withDirectives(ofSelections(fragment.selectionSet), fragment.directives);
    measured.set(name, part);
    return part;
  }

  function ofSelections({ selections }: SelectionSetNode): Part {
    return selections.map(ofSelection).reduce(beside, nothing);
  }

  function ofSelection(selection: SelectionNode): Part {
    if (selection.kind === 'FragmentSpread')
      return withDirectives(ofFragment(selection.name.value), selection.directives);
    const inner = selection.selectionSet ? ofSelections(selection.selectionSet) : nothing;
    if (selection.kind === 'InlineFragment') return withDirectives(inner, selection.directives);
    const field = {
      depth: isIntrospection({ name: selection.name.value }) ? 1 : inner.depth + 1,
      aliases: inner.aliases + (selection.alias ? 1 : 0),
      fields: 1,
      directives: inner.directives,
    };
    return withDirectives(field, selection.directives);
  }

  return ofSelections;
}

function beside(one: Part, other: Part): Part {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    fields: one.fields + other.fields,
    directives: Math.max(one.directives, other.directives),
  };
}

function withDirectives(part: Part, directives: readonly unknown[] = []): Part {
  return { ...part, directives: Math.max(part.directives, directives.length) };
}
