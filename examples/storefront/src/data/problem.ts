import type { Problem } from './shop-data.ts';

/** Of the schema's type of the same name. */
interface Violation {
  readonly path: readonly (string | number)[];
  readonly rule: string;
  readonly message: string;
}

/** The gateway's messages are for developers; a rule tells a shopper what to do. */
const words: Readonly<Record<string, string>> = {
  required: 'Please fill this in.',
  minLength: 'Please write a little more.',
  maxLength: 'Please write less.',
  format: 'This does not look right.',
  pattern: 'This does not look right.',
  enum: 'Please choose another one.',
  reference: 'This is not on offer any more.',
};

/** As both clients hand an error of the response on; its extensions are those that the schema describes (`ErrorExtensions`). */
export interface ResponseError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export function toProblem(errors: readonly ResponseError[]): Problem {
  const violations = errors.flatMap(({ extensions }) => (extensions?.violations ?? []) as readonly Violation[]);
  const fields = violations.map(({ path, rule, message }) => {
    return [path.filter((step) => step !== 'input').join('.'), words[rule] ?? message];
  });
  // In front of a platform it has a code of its own; the gateway's own store says that the cursor is at fault.
  const isExpired = errors.some(({ extensions }) => extensions?.code === 'EXPIRED');
  const isOutdated = isExpired || violations.some(({ rule }) => rule === 'cursor');
  return { message: errors.map(({ message }) => message).join(' '), fields: Object.fromEntries(fields), isOutdated };
}

/** The request got no answer, or none that is GraphQL. */
export function toOutage(error: Error): Problem {
  return { message: `The shop can't be reached: ${error.message}. Try again.`, fields: {}, isOutdated: false };
}
