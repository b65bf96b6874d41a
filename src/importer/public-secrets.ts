import type { ApplicationKeyRecord } from '../contract/application-key.ts';
import { type KeptRecord, ofType } from './kept-record.ts';
import type { SmallRecordFault } from './small-record-faults.ts';

/** Application keys that anybody could open. */
export function findPublicSecrets(kept: readonly KeptRecord[], publicSecrets: readonly string[]): SmallRecordFault[] {
  const message = "It is the demo store's secret, which everybody knows, and NODE_ENV is production.";
  return ofType(kept, 'application_key').flatMap((one) => {
    const { client_secret: secret }: Pick<ApplicationKeyRecord, 'client_secret'> = one.record;
    return secret != null && publicSecrets.includes(secret) ? [{ ...one, path: 'client_secret', message }] : [];
  });
}
