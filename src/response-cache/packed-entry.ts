/**
 * Entries that are seldom used, with their bodies packed: a page of 100 products takes 0.1 ms to pack and 0.07 to unpack, where to make it takes ten
 * times as long (`bench/notebook/publications.md`).
 */
import { bodyMemory } from '../http/body-memory.ts';
import { packBytes, unpackBytes } from '../http/packed-bytes.ts';
import type { Entry } from './entry.ts';

/** It takes 0.3 to 1.2 ms to pack as much. */
const mostBytes = 262_144;

/** Its memory is let go. Null: its body is too large for it. */
export function packEntry(entry: Entry): Entry | null {
  const { memory, cached, letGo } = entry;
  if (!memory) return entry;
  const { length } = memory;
  if (length > mostBytes) return null;
  const packed = entry.packed ?? packBytes(memory);
  // Whoever has found it already, and has not sent it yet, unpacks it for itself.
  cached.body.moveTo(() => unpackBytes(packed, length));
  letGo();
  return { ...entry, memory: null, packed, letGo: () => undefined };
}

/** The packed bytes are kept: packing it again costs nothing, and a request that has found it sends the right bytes even when its memory is used again. */
export function unpackEntry(entry: Entry): Entry {
  const { memory: earlier, packed, cached } = entry;
  if (earlier || !packed) return entry;
  const { length } = cached.body;
  const { memory, letGo } = bodyMemory.takeToKeep(length);
  memory.set(unpackBytes(packed, length));
  cached.body.moveTo(memory);
  const letGoOfMemory = () => {
    cached.body.moveTo(() => unpackBytes(packed, length));
    letGo();
  };
  return { ...entry, memory, letGo: letGoOfMemory };
}
