/** What an answer of the platform takes in memory, with what its records are read as: of parsed JSON that is up to twenty times its text. */
import { isObject } from '../../domain/input/is-object.ts';
import { bytesInMemory } from '../../lib/bytes-in-memory.ts';

/** Of an object or a list with its place, of what V8 keeps beside each value, and of a record as what the house works with. */
const [objectBytes, memberBytes, itemBytes, recordBytes] = [64, 32, 16, 1000];
/** Of each of many members, whose names V8 keeps with the object: an object of the contract has fewer. */
const [manyMembers, ownMemberBytes] = [30, 80];

/** `body`: what the text was parsed as, which is not deep. */
export function bytesOfAnswer(text: string, body: unknown): number {
  const data = isObject(body) ? body.data : null;
  const records = Array.isArray(data) ? data.length : 1;
  return bytesInMemory(text) + bytesBesideText(body) + recordBytes * records;
}

function bytesBesideText(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  const ofMember = values.length < manyMembers ? memberBytes : ownMemberBytes;
  let bytes = objectBytes + (Array.isArray(value) ? itemBytes : ofMember) * values.length;
  for (const inner of values) bytes += bytesBesideText(inner);
  return bytes;
}
