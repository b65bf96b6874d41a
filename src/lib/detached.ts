/** V8 copies what is shorter out of the text that it is taken from; what is not keeps the whole of that text in memory. */
const shortestSlice = 13;

/** The same characters, which keep no longer text in memory that they were taken from. */
export function detached(text: string): string {
  return text.length < shortestSlice ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
