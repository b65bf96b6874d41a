import { type Fault, text } from '../input/text.ts';

/**
 * The form that HTML's `type=email` accepts (WHATWG HTML, "valid e-mail address"). Personal data: never quoted in a message.
 */
const localPart = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const label = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/;
const maxLabelLength = 63;

export const email = text({ min: 3, max: 1024, form: emailFault }).meta({ format: 'email' });

function emailFault(value: string): Fault | null {
  const [local = '', domain, ...more] = value.split('@');
  const isLabel = (text: string) => text.length <= maxLabelLength && label.test(text);
  if (localPart.test(local) && domain?.split('.').every(isLabel) && more.length === 0) return null;
  return { rule: 'format', problem: 'must be an e-mail address, as name@example.com is' };
}
