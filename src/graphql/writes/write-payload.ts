import type { ObjectRef } from '@pothos/core';
import { builder, type Types } from '../schema/builder.ts';
import type { WritePayload } from './write-field.ts';

export interface PayloadOptions<Name extends string, Value> {
  /** The mutation's name. */
  readonly mutation: string;
  /** What the payload calls the thing that was written. */
  readonly name: Name;
  readonly type: ObjectRef<Types, Value>;
  readonly description: string;
}

/** The payload of a mutation: what was written, and whether that was now. */
export function payloadOf<Name extends string, Value>({
  mutation,
  name,
  type,
  description,
}: PayloadOptions<Name, Value>) {
  const typeName = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`;
  return builder.objectRef<WritePayload<Name, Value>>(typeName).implement({
    description: `What \`${mutation}\` returns.`,
    fields: (t) => ({
      // Pothos can't tell that the thing of a generic type is no list.
      [name]: t.field({ type, nullable: true, description, resolve: (payload) => payload[name] as never }),
      isReplayed: t.boolean({
        resolve: ({ isReplayed }) => isReplayed,
        description:
          'Whether this is the result of an earlier request with the same idempotency key. If so, nothing was written now.',
      }),
    }),
  });
}

/** An input's field: validate, and write nothing. */
export function validateOnlyField(t: Pick<PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, 'boolean'>) {
  return t.boolean({
    defaultValue: false,
    description:
      'Check everything, references and conflicts too, with the same errors, and write nothing: the payload then holds null.',
  });
}
