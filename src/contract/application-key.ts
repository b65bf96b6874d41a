/** A credential record of an API client (contract, "Application key resource"). */
import { z } from 'zod';
import type { ApplicationKey } from '../domain/application-key/application-key.ts';
import { applicationKeyName } from '../domain/application-key/application-key-rules.ts';
import { int64 } from '../domain/input/numbers.ts';
import { rule, text } from '../domain/input/text.ts';
import { openObject, orElse } from './building-blocks.ts';
import { timestamp, timestamps, toTimestamps, uuid } from './members.ts';

const type = 'application_key';

export const applicationKey = openObject({
  id: uuid,
  type: z.literal(type),
  name: applicationKeyName,
  client_id: text({ min: 1, max: 255 }),
  reserved_rate_limit: orElse(int64({ min: 0 }), 0),
  meta: openObject({
    timestamps: timestamps.extend({
      /** When a token was last issued for the key. */
      last_used_at: orElse(timestamp.nullable(), null),
    }),
  }),
}).meta({ id: 'ApplicationKey' });

export type ApplicationKeyResource = z.output<typeof applicationKey>;

/** Never quoted. */
const secret = z
  .string()
  .check(rule((value) => (value === '' ? { rule: 'minLength', problem: 'must not be empty' } : null)));

/** As files may hold it. The secret is stored as a hash, and never goes out. */
export const applicationKeyRecord = applicationKey.extend({ client_secret: secret.nullish() });
export type ApplicationKeyRecord = z.input<typeof applicationKeyRecord>;

export function toApplicationKey(from: ApplicationKeyResource): ApplicationKey {
  const { last_used_at, created_at, updated_at } = from.meta.timestamps;
  return {
    id: from.id,
    name: from.name,
    clientId: from.client_id,
    reservedRateLimit: from.reserved_rate_limit,
    lastUsedAt: last_used_at,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

export function toApplicationKeyResource(key: ApplicationKey): ApplicationKeyResource {
  return {
    id: key.id,
    type,
    name: key.name,
    client_id: key.clientId,
    reserved_rate_limit: key.reservedRateLimit,
    meta: { timestamps: { last_used_at: key.lastUsedAt, ...toTimestamps(key) } },
  };
}
