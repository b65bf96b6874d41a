/** A digest of many records, whatever their order: the exclusive or of their own digests, each of 32 bytes as base64url. */
export interface ContentDigest {
  add(digest: string): void;
  toString(): string;
}

export function createContentDigest(): ContentDigest {
  const sum = Buffer.alloc(32);
  return {
    add(digest) {
      const bytes = Buffer.from(digest, 'base64url');
      for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) ^ (bytes[at] as number);
    },
    toString: () => sum.toString('base64url'),
  };
}
