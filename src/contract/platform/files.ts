import type { JsonObject } from './members.ts';

/** What products call their main image is a file like any other. */
export function toContractFile(record: JsonObject): JsonObject {
  return { ...record, type: 'file' };
}
