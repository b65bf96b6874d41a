import type { Written } from '../domain/idempotency/ports.ts';
import type { RestAnswer } from './route.ts';

/** What a write answers: said to be the answer of an earlier request, where it is. */
export function toWriteAnswer<Value>(written: Written<Value> | null, toText: (value: Value) => string): RestAnswer {
  if (!written) throw new Error('A REST request never validates alone.');
  return { text: toText(written.value), headers: written.isReplayed ? { 'Idempotent-Replayed': 'true' } : {} };
}
