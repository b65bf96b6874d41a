/** V8 stores a text in one byte a character if each fits into one. */
export function bytesInMemory(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
