import { type Fault, text } from '../text.ts';

/**
 * The form that HTML's `type=email` accepts (WHATWG HTML, "valid e-mail address"). One character of each label decides
 * alone where it ends, so that the time grows with the length and not faster. Personal data: never quoted in a message.
 */
const emailShape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const email = text({ min: 3, max: 1024, form: emailFault }).meta({ format: 'email' });

function emailFault(value: string): Fault | null {
  if (emailShape.test(value)) return null;
  return { rule: 'format', problem: 'must be an e-mail address, as name@example.com is' };
}
