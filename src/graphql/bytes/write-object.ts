import type { GraphQLObjectType } from 'graphql';
import { type ByteWriter, type Constant, constantOf } from './byte-writer.ts';
import { type Collecting, collectMembers, type Member, type Selecting } from './collect-members.ts';

/** Writes a value as JSON. */
export type Write<Value, Page> = (value: Value, page: Page, out: ByteWriter) => void;

export interface ObjectOptions<Value, Page> {
  readonly type: GraphQLObjectType;
  /** Where it is selected. */
  readonly nodes: readonly Selecting[];
  /** What writes a member; null: nothing here does. */
  readonly writeMember: (member: Member) => Write<Value, Page> | null | undefined;
}

const empty = constantOf('{}');
const closingBrace = 0x7d;

/** Null: one of its members can't be written. */
export function writeObject<Value, Page>(
  { type, nodes, writeMember }: ObjectOptions<Value, Page>,
  collecting: Collecting,
): Write<Value, Page> | null {
  const names: Constant[] = [];
  const writers: Write<Value, Page>[] = [];
  for (const member of collectMembers(type, nodes, collecting)) {
    const write = member.field === '__typename' ? writeConstant(`"${type.name}"`) : writeMember(member);
    if (!write) return null;
    names.push(constantOf(`${names.length === 0 ? '{' : ','}"${member.name}":`));
    writers.push(write);
  }
  if (names.length === 0) return (_value, _page, out) => out.write(empty);
  return (value, page, out) => {
    for (let at = 0; at < names.length; at += 1) {
      out.write(names[at] as Constant);
      (writers[at] as Write<Value, Page>)(value, page, out);
    }
    out.writeByte(closingBrace);
  };
}

function writeConstant(text: string): Write<unknown, unknown> {
  const constant = constantOf(text);
  return (_value, _page, out) => out.write(constant);
}
