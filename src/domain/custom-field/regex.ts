import { RE2JS, RE2JSSyntaxException } from 're2js';
import { excerpt } from '../errors.ts';
import { type Fault, text } from '../input/text.ts';
import { programSizeOf } from './program-size.ts';

/** Instructions of the compiled pattern. Ten thousand take some tens of milliseconds and ten megabytes. */
export const maxProgramSize = 10_000;

/** RE2 syntax (no look-around, no back-references), which always runs in linear time. Compiled here, never run. */
export const regex = text({ max: 1024, form: regexFault }).meta({ format: 're2', maxProgramSize });

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
