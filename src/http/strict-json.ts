import { excerpt } from '../domain/errors.ts';
import { endOfText, isBeforeColon } from '../domain/input/end-of-text.ts';
import { HttpProblem } from './http-problem.ts';
import { expectJson } from './parse-json.ts';

const maxDepth = 64;

/** Of a body. Stricter than JSON.parse, which takes the last of two equal keys, and any depth. @throws HttpProblem 400 */
export function expectStrictJson(text: string): unknown {
  const value = expectJson(text, 'body');
  checkNesting(text);
  return value;
}

function checkNesting(validJson: string): void {
  const open: Set<string>[] = [];
  for (let at = 0; at < validJson.length; at += 1) {
    const character = validJson[at];
    if (character === '"') {
      const end = endOfText(validJson, at + 1) + 1;
      if (isBeforeColon(validJson, end)) checkKey(validJson.slice(at, end), open.at(-1));
      at = end - 1;
    } else if (character === '}' || character === ']') open.pop();
    else if (character === '{' || character === '[') {
      open.push(new Set());
      if (open.length > maxDepth)
        throw new HttpProblem(400, `The body must not be nested deeper than ${maxDepth} levels.`);
    }
  }
}

/** Keys are compared as they are meant: `"a"` is `"\u0061"`. */
function checkKey(string: string, keys: Set<string> | undefined): void {
  const key: string = string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
  if (keys?.has(key)) throw new HttpProblem(400, `The body must not name a member twice: '${excerpt(key, 40)}'.`);
  keys?.add(key);
}
