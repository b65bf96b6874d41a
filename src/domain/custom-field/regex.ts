import { RE2JS } from 're2js';
import { addFault, text } from '../text.ts';

/** RE2 syntax (no look-around, no back-references), which always runs in linear time. Compiled here, never run. */
export const regex = text({ max: 1024 }).superRefine((value, context) => {
  if (value.length > 2048 || isRe2(value)) return;
  addFault(context, {
    rule: 'format',
    problem: 'must be a regular expression in RE2 syntax, and RE2 can not compile it',
  });
});

function isRe2(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    // re2js throws its own error, or a RangeError for what is nested too deep: neither is a pattern that RE2 takes.
    return false;
  }
}
