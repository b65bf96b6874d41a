/**
 * Holds a value against a resource's schema. It only checks: the value that passed is the value that came in, with members that
 * the schema does not name.
 */
import { z } from 'zod';
import { maxDigits, SpelledNumber, withoutSpelling } from '../domain/input/exact-json.ts';
import { isObject } from '../domain/input/is-object.ts';
import { violationsOf } from '../domain/input/parse-input.ts';
import { characterFault } from '../domain/input/text.ts';
import type { PathSegment, Violation } from '../domain/input/violations.ts';

/** A value nested deeper than this is refused, so that whoever walks it later may recurse. */
const maxDepth = 64;
/** Of one value: nobody reads more, and each is a sentence. */
const maxViolations = 100;

/** Everything that is wrong with a value, in the order of the schema's members; empty when it is right. */
export function violationsIn(schema: z.ZodType, value: unknown): Violation[] {
  const walk: Walk = { violations: [], hasPrototypeKey: false, hasSpelling: false };
  if (!isPlain(value, 0)) walkText(value, [], walk);
  if (walk.violations.length > 0) return walk.violations;
  const plain = walk.hasSpelling ? withoutSpelling(value) : value;
  const checked = walk.hasPrototypeKey ? withStandIns(plain) : plain;
  if (z.validate(schema, checked)) return [];
  const { error } = schema.safeParse(checked);
  const violations = error ? violationsOf(error, checked) : [];
  return violations.slice(0, maxViolations).map(({ path, problem, ...rest }) => ({
    ...rest,
    path: path.map(withoutStandIn),
    problem: problem.replaceAll(standIn, prototypeKey),
  }));
}

/** What nearly every value is: then there is nothing to be said of its texts, names and numbers. Told without keeping paths. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return characterFault(value) === null;
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxDepth || value instanceof SpelledNumber) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  for (const name of Object.keys(value)) {
    if (name === prototypeKey || characterFault(name) !== null) return false;
    if (!isPlain((value as Record<string, unknown>)[name], depth + 1)) return false;
  }
  return true;
}

interface Walk {
  readonly violations: Violation[];
  hasPrototypeKey: boolean;
  hasSpelling: boolean;
}

/** Text of any member, known or not, must be such that both engines store it. */
function walkText(value: unknown, path: PathSegment[], walk: Walk): void {
  const { violations } = walk;
  if (violations.length >= maxViolations) return;
  if (typeof value === 'string') {
    const fault = characterFault(value);
    if (fault) violations.push({ path: [...path], ...fault });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof SpelledNumber) {
    walk.hasSpelling = true;
    if (value.length > maxDigits) {
      violations.push({
        path: [...path],
        rule: 'maxLength',
        problem: `must not be written in more than ${maxDigits} digits`,
      });
    }
    return;
  }
  if (path.length >= maxDepth) {
    violations.push({ path: [...path], rule: 'type', problem: `must not be nested deeper than ${maxDepth} levels` });
    return;
  }
  const isList = Array.isArray(value);
  for (const name of Object.keys(value)) {
    path.push(isList ? Number(name) : name);
    const fault = isList ? null : characterFault(name);
    if (fault) violations.push({ path: [...path], ...fault, problem: `has a name that ${fault.problem}` });
    walk.hasPrototypeKey ||= name === prototypeKey;
    walkText((value as Record<string, unknown>)[name], path, walk);
    path.pop();
  }
}

const prototypeKey = '__proto__';
const standIn = `${prototypeKey}\0`;

/** zod passes over a key that is called like the prototype: it is looked at under another name, which no key of its object can have (`walkText`). */
function withStandIns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStandIns);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name === prototypeKey ? standIn : name, withStandIns(member)]),
  );
}

function withoutStandIn(segment: PathSegment): PathSegment {
  return segment === standIn ? prototypeKey : segment;
}
