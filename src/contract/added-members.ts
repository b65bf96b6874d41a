/**
 * What an import added to a record, as a text that is kept beside it: when its release is added to, the record is again what it was, and
 * gets what the contract gives it anew, for others may say something else of it by then.
 *
 * A JSON list of the members that were added, and at its end an object of those that stood there, and what they were:
 * `["attributes.slug","meta",{"attributes.base_product":false}]`.
 */
import { formatExactJson, parseVerbatimJson } from '../domain/input/exact-json.ts';
import { isObject } from '../domain/input/is-object.ts';

type Members = Readonly<Record<string, unknown>>;

/** Of a record, and what it became: members of its objects were added or replaced, and the others are the very same. Null: none. */
export function addedMembersOf(record: object, complete: object): string | null {
  const added: string[] = [];
  const replaced: [path: string, own: unknown][] = [];
  compare(record as Members, complete as Members, (path, isNew, own) => {
    if (isNew) added.push(path);
    else replaced.push([path, toOwn(path, own)]);
  });
  if (added.length + replaced.length === 0) return null;
  // The same of equal records, in whichever order their members were stored.
  const others = replaced.sort(([a], [b]) => (a < b ? -1 : 1));
  return formatExactJson([...added.sort(), ...(others.length > 0 ? [Object.fromEntries(others)] : [])]);
}

/** The record as it was. */
export function withoutAdded<Of extends object>(complete: Of, addedMembers: string | null): Of {
  if (addedMembers === null) return complete;
  const { added, replaced } = parse(addedMembers);
  let record = complete as Members;
  for (const path of added) record = withMember(record, path.split('.'), () => undefined);
  for (const [path, own] of Object.entries(replaced)) {
    record = withMember(record, path.split('.'), (value) => fromOwn(path, own, value));
  }
  return record as Of;
}

const none: ReadonlySet<string> = new Set();

/** The paths of all that was added or replaced. */
export function pathsOfAdded(addedMembers: string | null): ReadonlySet<string> {
  if (addedMembers === null) return none;
  const { added, replaced } = parse(addedMembers);
  return new Set([...added, ...Object.keys(replaced)]);
}

function compare(
  record: Members,
  complete: Members,
  tell: (path: string, isNew: boolean, own: unknown) => void,
  above = '',
): void {
  for (const [name, value] of Object.entries(complete)) {
    const own = record[name];
    if (own === value) continue;
    const path = above + name;
    if (above === '' && isObject(own) && isObject(value)) compare(own, value, tell, `${path}.`);
    else tell(path, !Object.hasOwn(record, name), own);
  }
}

function withMember(
  record: Members,
  [name = '', ...below]: readonly string[],
  toOwn: (value: unknown) => unknown,
): Members {
  const value = record[name];
  const own = below.length > 0 ? withMember(value as Members, below, toOwn) : toOwn(value);
  if (own !== undefined) return { ...record, [name]: own };
  const { [name]: _, ...others } = record;
  return others;
}

/** A list that got more at its end, and may be long. */
const growingList = 'relationships.children';

function toOwn(path: string, own: unknown): unknown {
  const length = path === growingList && isObject(own) && Array.isArray(own.data) ? own.data.length : 0;
  return length > 0 ? length : own;
}

function fromOwn(path: string, own: unknown, value: unknown): unknown {
  if (path !== growingList || typeof own !== 'number' || !isObject(value)) return own;
  return { ...value, data: (value.data as readonly unknown[]).slice(0, own) };
}

function parse(addedMembers: string): { readonly added: readonly string[]; readonly replaced: Members } {
  const list = parseVerbatimJson(addedMembers) as (string | Members)[];
  const last = list.at(-1);
  return typeof last === 'object'
    ? { added: list.slice(0, -1) as string[], replaced: last }
    : { added: list as string[], replaced: {} };
}
