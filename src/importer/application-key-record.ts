/** A credential of an API client (contract: Application key resource). */
import { z } from 'zod';
import { asIs, checked } from './checked.ts';
import { dateTime, text, timestamps, uuid } from './field-schemas.ts';

/** Its own message: what stands here never shows up in one. */
const secret = checked<string>((value) =>
  typeof value === 'string' && value !== '' ? undefined : 'Expected a non-empty string.',
);

const applicationKey = z.object({
  id: uuid,
  type: z.literal('application_key'),
  name: text({ min: 1, max: 255 }),
  client_id: text({ min: 1, max: 255 }),
  /** In files only: stored as a hash, and never returned. */
  client_secret: secret.optional(),
  reserved_rate_limit: z.int().min(0).optional(),
  meta: z.object({
    timestamps: timestamps.extend({
      /** When a token was last issued for the key. */
      last_used_at: dateTime.nullish(),
    }),
  }),
});
export type ApplicationKeyRecord = z.infer<typeof applicationKey>;
export const applicationKeyRecord = asIs<ApplicationKeyRecord>(applicationKey);
