import { draw } from './demo-id.ts';

/** A 13-digit European article number of the range for use within a company (prefix 2), its check digit last. */
export function demoEan(name: string): string {
  const digits = `2${String(draw(`ean/a/${name}`, 1e6)).padStart(6, '0')}${String(draw(`ean/b/${name}`, 1e5)).padStart(5, '0')}`;
  return digits + checkDigit(digits);
}

/** The digit that makes a number's weighted sum (1, 3, 1, 3 …) a multiple of ten. */
export function checkDigit(twelveDigits: string): number {
  const sum = Array.from(twelveDigits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
