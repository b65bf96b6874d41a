import fc from 'fast-check';

/** Every text that our rules let through to storage: any code points, but NUL and lone surrogates. */
export const storableText = (maxLength = 50) =>
  fc.string({ unit: 'binary', maxLength }).filter((text) => text.isWellFormed() && !text.includes('\0'));
