import { type JsonObject, objectIn } from './members.ts';
import { idInPath, type Surroundings } from './surroundings.ts';

/** A field that does not name its custom API is of the one that its page is about, or that comes before it in its file. */
export function toContractField(record: JsonObject, surroundings: Surroundings): JsonObject {
  if (record.custom_api_id != null || objectIn(record, 'links').self != null) return record;
  const custom_api_id = idInPath(surroundings, 'custom-apis') ?? surroundings.customApiId;
  return custom_api_id === null ? record : { ...record, custom_api_id };
}
