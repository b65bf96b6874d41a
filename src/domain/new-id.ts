/**
 * The id of what is made here: a UUID of version 7 (RFC 9562, 5.7), which begins with the time in milliseconds. So new rows stand beside each other in
 * an index of ids: random ones change a page of it each, which is written to the log for each
 * (`docs/decisions/0030-ids-begin-with-the-time.md`).
 */
import { randomUUID } from 'node:crypto';

const version = '7';

export function newId(time: number = Date.now()): string {
  const milliseconds = time.toString(16).padStart(12, '0');
  const random = randomUUID().slice('xxxxxxxx-xxxx-v'.length);
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-${version}${random}`;
}
