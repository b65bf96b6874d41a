import { RE2JS, RE2JSSyntaxException } from 're2js';
import { excerpt } from '../errors.ts';
import { type Fault, text } from '../input/text.ts';
import { workPrices } from '../work-budget.ts';
import { programSizeOf } from './program-size.ts';

/** Instructions of the compiled pattern. Ten thousand take some tens of milliseconds and ten megabytes. */
const maxProgramSize = 10_000;
const maxLength = 1024;

/** Of compiling what an input holds in the pattern's place; what is refused before it is compiled costs nothing. */
export function unitsOfPattern(value: unknown): number {
  if (typeof value !== 'string' || value.length > 2 * maxLength) return 0;
  const size = programSizeOf(value);
  return size > maxProgramSize ? 0 : workPrices.instruction * size;
}

/** RE2 syntax (no look-around, no back-references), which always runs in linear time. Compiled here, never run. */
export const regex = text({ max: maxLength, form: regexFault }).meta({ format: 're2', maxProgramSize });

function regexFault(pattern: string): Fault | null {
  const size = programSizeOf(pattern);
  if (size > maxProgramSize) {
    const problem = `makes a program of some ${size} instructions, but at most ${maxProgramSize} are allowed: repeat less`;
    return { rule: 'maxProgramSize', problem };
  }
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    // re2js throws its own error, or a RangeError for what is nested too deep: neither is a pattern that RE2 takes.
    const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : 'RE2 can not compile it';
    const problem = `must be a regular expression in RE2 syntax, but '${excerpt(pattern)}' is not: ${reason}`;
    return { rule: 'format', problem };
  }
}
