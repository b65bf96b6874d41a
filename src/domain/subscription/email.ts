import { z } from 'zod';
import { type Fault, text } from '../input/text.ts';

/**
 * The form that HTML's `type=email` accepts (WHATWG HTML, "valid e-mail address"). Personal data: never quoted in a message.
 */
export const email = text({ min: 3, max: 1024, form: emailFault }).meta({ format: 'email' });

function emailFault(value: string): Fault | null {
  if (z.regexes.html5Email.test(value)) return null;
  return { rule: 'format', problem: 'must be an e-mail address, as name@example.com is' };
}
