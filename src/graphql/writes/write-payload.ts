import type { Written } from '../../domain/idempotency.ts';
import type { SchemaTypes } from '../schema/builder.ts';
import { withInputPaths } from './input-paths.ts';

/** What a mutation answers beside the thing that it wrote. */
export interface WritePayload {
  readonly isReplayed: boolean;
}

/** The payload of a write, its thing under that name; null in its place: it was only validated. */
export async function toPayload<Name extends string, Value>(
  name: Name,
  write: () => Promise<Written<Value> | null>,
): Promise<{ readonly [Key in Name]: Value | null } & WritePayload> {
  const written = await withInputPaths(write);
  const thing = { [name]: written?.value ?? null } as { readonly [Key in Name]: Value | null };
  return { ...thing, isReplayed: written?.isReplayed ?? false };
}

/** An input's field that asks for the checks alone. */
export function validateOnlyField(
  t: Pick<
    PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>,
    'boolean'
  >,
) {
  return t.boolean({
    defaultValue: false,
    description:
      'Check everything, references and conflicts too, with the same errors, and write nothing: the payload then holds null.',
  });
}
