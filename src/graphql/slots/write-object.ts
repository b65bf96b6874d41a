import type { FieldNode, GraphQLObjectType } from 'graphql';
import { type Collecting, collectMembers, type Member } from './collect-members.ts';

/** Writes a value as JSON: the bytes of its UTF-8, one a character. */
export type Write<Value, Page> = (value: Value, page: Page) => string;

export interface ObjectOptions<Value, Page> {
  readonly type: GraphQLObjectType;
  /** Where it is selected. */
  readonly nodes: readonly FieldNode[];
  /** What writes a member; null: nothing here does. */
  readonly writeMember: (member: Member) => Write<Value, Page> | null | undefined;
}

/** Null: one of its members can't be written. */
export function writeObject<Value, Page>(
  { type, nodes, writeMember }: ObjectOptions<Value, Page>,
  collecting: Collecting,
): Write<Value, Page> | null {
  const writers: Write<Value, Page>[] = [];
  const names: string[] = [];
  for (const member of collectMembers(type, nodes, collecting)) {
    const write = member.field === '__typename' ? () => `"${type.name}"` : writeMember(member);
    if (!write) return null;
    names.push(`${names.length === 0 ? '{' : ','}"${member.name}":`);
    writers.push(write);
  }
  if (writers.length === 0) return () => '{}';
  return (value, page) => {
    let text = '';
    for (let at = 0; at < writers.length; at += 1) text += names[at] + (writers[at] as Write<Value, Page>)(value, page);
    return `${text}}`;
  };
}
