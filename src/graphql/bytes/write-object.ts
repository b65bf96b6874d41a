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
  /** Members that are written together where those of a group stand side by side; absent: none are. */
  readonly together?: {
    /** Null: it is in none. */
    readonly groupOf: (member: Member) => string | null;
    readonly write: (write: Write<Value, Page>) => Write<Value, Page>;
  };
}

const empty = constantOf('{}');
const closingBrace = 0x7d;

/** Null: one of its members can't be written. */
export function writeObject<Value, Page>(
  { type, nodes, writeMember, together }: ObjectOptions<Value, Page>,
  collecting: Collecting,
): Write<Value, Page> | null {
  const names: Constant[] = [];
  const writers: Write<Value, Page>[] = [];
  const groups: (string | null)[] = [];
  for (const member of collectMembers(type, nodes, collecting)) {
    const write = member.field === '__typename' ? writeConstant(`"${type.name}"`) : writeMember(member);
    if (!write) return null;
    names.push(constantOf(`${names.length === 0 ? '{' : ','}"${member.name}":`));
    writers.push(write);
    groups.push(together?.groupOf(member) ?? null);
  }
  if (names.length === 0) return (_value, _page, out) => out.write(empty);
  const write = together ? writeTogether(names, writers, { groups, ...together }) : writeInTurn(names, writers);
  return (value, page, out) => {
    write(value, page, out);
    out.writeByte(closingBrace);
  };
}

function writeInTurn<Value, Page>(
  names: readonly Constant[],
  writers: readonly Write<Value, Page>[],
): Write<Value, Page> {
  return (value, page, out) => {
    for (let at = 0; at < names.length; at += 1) {
      out.write(names[at] as Constant);
      (writers[at] as Write<Value, Page>)(value, page, out);
    }
  };
}

interface Together<Value, Page> extends NonNullable<ObjectOptions<Value, Page>['together']> {
  readonly groups: readonly (string | null)[];
}

function writeTogether<Value, Page>(
  names: readonly Constant[],
  writers: readonly Write<Value, Page>[],
  { groups, write }: Together<Value, Page>,
): Write<Value, Page> {
  const parts: Write<Value, Page>[] = [];
  for (let from = 0; from < names.length; ) {
    const group = groups[from] ?? null;
    let end = from + 1;
    while (end < names.length && groups[end] === group) end += 1;
    const part = writeInTurn(names.slice(from, end), writers.slice(from, end));
    parts.push(group === null ? part : write(part));
    from = end;
  }
  return (value, page, out) => {
    for (const part of parts) part(value, page, out);
  };
}

function writeConstant(text: string): Write<unknown, unknown> {
  const constant = constantOf(text);
  return (_value, _page, out) => out.write(constant);
}
