import { parseExactJson } from '../../domain/input/exact-json.ts';

/** No answer of the contract is as deep: what is would end the process's stack elsewhere. */
const maxDepth = 100;

/** What a platform may show and nobody is to see, and a name that changes the object that it is copied to. */
const strippedMembers: ReadonlySet<string> = new Set(['client_secret', 'payment_authority', '__proto__']);

/** The JSON of a body without secrets, whole numbers exact; undefined: it is none. */
export function readAnswer(text: string): unknown {
  try {
    const body = parseExactJson(text);
    return strip(body) ? body : undefined;
  } catch (error) {
    // The second one: it is nested beyond what the parser bears.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether it is not too deep. Level by level, and so of bounded stack. */
function strip(body: unknown): boolean {
  let level = [body].filter(isComposed);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    const next: Record<string, unknown>[] = [];
    for (const object of level) {
      if (!Array.isArray(object))
        for (const name of strippedMembers) if (Object.hasOwn(object, name)) delete object[name];
      for (const member of Object.values(object)) if (isComposed(member)) next.push(member);
    }
    level = next;
  }
  return true;
}

function isComposed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
