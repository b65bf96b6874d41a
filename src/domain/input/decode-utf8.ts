const decoders = {
  kept: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  removed: new TextDecoder('utf-8', { fatal: true }),
} as const;

/** Null: it is no valid UTF-8. `mark`: what becomes of a byte order mark. */
export function decodeUtf8(bytes: Buffer, mark: keyof typeof decoders): string | null {
  try {
    return decoders[mark].decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
