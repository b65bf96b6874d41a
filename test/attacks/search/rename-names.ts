import { type DocumentNode, Kind, visit } from 'graphql';

/** Variables, fragments and aliases under other names, so that two documents can be one. */
export function renameNames(document: DocumentNode, prefix: string): DocumentNode {
  const renamed = (name: string) => ({ kind: Kind.NAME, value: `${prefix}${name}` }) as const;
  return visit(document, {
    Variable: ({ name }) => ({ kind: Kind.VARIABLE, name: renamed(name.value) }),
    FragmentDefinition: { leave: (node) => ({ ...node, name: renamed(node.name.value) }) },
    FragmentSpread: (node) => ({ ...node, name: renamed(node.name.value) }),
    Field: { leave: (node) => (node.alias ? { ...node, alias: renamed(node.alias.value) } : node) },
  });
}
