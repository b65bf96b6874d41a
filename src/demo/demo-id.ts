/**
 * Everything in the demo store that looks random is derived from a name, so that a store generated tomorrow, or in part,
 * has the ids, prices and dates that one generated today has. Renaming a thing gives it a new id.
 */
import { hash } from 'node:crypto';

/** The namespace of the demo store's UUIDs: a UUID like any other, fixed for ever. */
const namespace = Buffer.from('6f2d1c9e58b44a6f9d0e3a7c5b8e1f42', 'hex');

/** The UUID (version 5, RFC 9562 section 5.5) of a name such as `product/storm-shell`. */
export function demoId(name: string): string {
  const bytes = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A whole number from 0 up to, but without, `bound`: the same one for the same name (FNV-1a, mixed once more). */
export function draw(name: string, bound: number): number {
  let mix = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) mix = Math.imul(mix ^ name.charCodeAt(index), 0x01000193);
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return Math.floor((((mix ^ (mix >>> 16)) >>> 0) / 2 ** 32) * bound);
}
