/** What another attempt may mend: of a page whose release is gone (a violation of the rule `cursor`, too), one without its cursor. */
const passing = ['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'EXPIRED'];

/** An error, as far as it says what is to be done. */
export interface Told {
  readonly extensions?: { readonly code?: unknown; readonly violations?: unknown };
}

/**
 * Whether the null of a field is no answer: a cache that keeps it shows it later on, without its error, and Relay shows it in place of the whole
 * list that a page was to continue.
 */
export function hasFailed(errors: readonly Told[] = []) {
  return errors.some(({ extensions }) => {
    const violations = (extensions?.violations ?? []) as readonly { readonly rule: string }[];
    return passing.includes(String(extensions?.code)) || violations.some(({ rule }) => rule === 'cursor');
  });
}
