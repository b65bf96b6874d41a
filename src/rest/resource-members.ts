/** Members that more than one resource has. */
import { z } from 'zod';

export const timestamp = z.iso.datetime({ precision: 3 });
export const timestamps = z.object({ created_at: timestamp, updated_at: timestamp });
export const selfLink = z.object({ self: z.string() });

/** Beyond what a JavaScript number holds exactly: such texts are written by `formatExactJson`. */
export const int64 = z.unknown().meta({ type: 'integer', format: 'int64' });

export interface Timed {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function toTimestamps({ createdAt, updatedAt }: Timed): z.output<typeof timestamps> {
  return { created_at: createdAt, updated_at: updatedAt };
}
