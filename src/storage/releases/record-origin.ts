import type { RecordOrigin } from '../../domain/release/ports.ts';
import type { ReleaseProductTable } from '../schema.ts';

type OriginColumns = Pick<ReleaseProductTable, 'added_members' | 'position'>;

export function fromOrigin({ addedMembers = null, position = null }: RecordOrigin): OriginColumns {
  return { added_members: addedMembers, position };
}

export function toOrigin({ added_members, position }: OriginColumns): Required<RecordOrigin> {
  return { addedMembers: added_members, position: position === null ? null : Number(position) };
}
