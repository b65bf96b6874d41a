/** The import as a whole can't be done: a sentence says what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
