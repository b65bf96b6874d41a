/** What another attempt may mend. */
const passing = ['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'];

/** Whether the null of a field is no answer: a cache that keeps it shows it later on, without its error. */
export function hasFailed(errors: readonly { readonly extensions?: Readonly<Record<string, unknown>> }[] = []) {
  return errors.some(({ extensions }) => passing.includes(String(extensions?.code)));
}
