import { excerpt } from '../domain/errors.ts';
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
      const end = endOfString(validJson, at);
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

/** After the quote that ends the string which begins at `start`: one that an even number of backslashes stands before. */
function endOfString(validJson: string, start: number): number {
  for (let quote = validJson.indexOf('"', start + 1); ; quote = validJson.indexOf('"', quote + 1)) {
    let first = quote;
    while (validJson[first - 1] === '\\') first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
}

function isBeforeColon(validJson: string, at: number): boolean {
  let next = at;
  while (' \t\n\r'.includes(validJson[next] ?? '-')) next += 1;
  return validJson[next] === ':';
}

/** Keys are compared as they are meant: `"a"` is `"\u0061"`. */
function checkKey(string: string, keys: Set<string> | undefined): void {
  const key: string = string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
  if (keys?.has(key)) throw new HttpProblem(400, `The body must not name a member twice: '${excerpt(key, 40)}'.`);
  keys?.add(key);
}
