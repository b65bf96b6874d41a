/** Records of a release, as they were stored when it was published: what an index is made of, and what an import adds to. */

export class UnreadableRecord extends Error {
  /** `name`: which one it is, as in a sentence. */
  constructor(name: string, cause: unknown) {
    super(`The record of the ${name} is not what was written.`, { cause });
  }
}

/** @throws UnreadableRecord where `read` throws */
export function readRecord<Read>(name: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new UnreadableRecord(name, error);
  }
}
