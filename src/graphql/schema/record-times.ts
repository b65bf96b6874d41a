import type { FieldsOf } from './builder.ts';

/** When a record of the platform was created and last updated, as far as the platform says. */
export function recordTimes(
  t: FieldsOf<{ readonly createdAt: string | null; readonly updatedAt: string | null }>,
  { updatedAt }: { readonly updatedAt: string },
) {
  return {
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was created; null if the platform does not say.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: updatedAt }),
  };
}
