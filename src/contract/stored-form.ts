/**
 * A resource that passed its check, in the form in which it is stored: what its schema makes of each member (tags in lower
 * case, no entries that are none), and everything else as it came: the order of members, and those that nobody here
 * knows. zod's own output has neither.
 */
import { z } from 'zod';
import { withoutSpelling } from '../domain/input/exact-json.ts';
import { isObject } from '../domain/input/is-object.ts';

/** What makes it, of the very value that is returned where nothing of it changes. */
export function storedFormOf<Schema extends z.ZodType>(schema: Schema) {
  const form = formOf(schema) ?? ((value: unknown) => value);
  return (value: unknown) => form(value) as z.input<Schema>;
}

type Form = (value: unknown) => unknown;

/** Null: it changes no value. */
function formOf(schema: z.core.$ZodType): Form | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return ofPresent(formOf(def.innerType));
    case 'default':
      return formWithDefault(def.defaultValue, formOf(def.innerType));
    case 'object':
      return formOfObject(def.shape);
    case 'record':
      return formOfMap(formOf(def.valueType));
    case 'array':
      return formOfList(formOf(def.element));
    case 'union':
      return formOfUnion(def.options);
    case 'pipe':
      return formOfPipe(schema as z.core.$ZodPipe);
    case 'transform':
      return formOfTransform(schema as z.core.$ZodTransform);
    default:
      return formOfChecked(schema);
  }
}

function ofPresent<Given extends Form | null>(form: Given): Given | Form {
  return form && ((value: unknown) => (value == null ? value : form(value)));
}

function formWithDefault(defaultValue: unknown, form: Form | null): Form {
  return (value) => {
    if (value === undefined) return defaultValue;
    return form ? form(value) : value;
  };
}

/**
 * What a schema makes of a value before it looks at it (`maybe`, `mapOf`), or of a text that passed (a tag). Not by `z.parse`, which would
 * check each member of each product again.
 */
function formOfPipe(schema: z.core.$ZodPipe): Form | null {
  const { in: first, out } = schema._zod.def;
  const [before, after] = [formOf(first), formOf(out)];
  if (!before || !after) return before ?? after;
  return (value) => after(before(value));
}

function formOfTransform({ _zod: { def } }: z.core.$ZodTransform): Form {
  return (value) => def.transform(value, { value, issues: [] });
}

/** A text may change while it is checked (`toLowerCase`). */
function formOfChecked(schema: z.core.$ZodType): Form | null {
  const isOverwritten = schema._zod.def.checks?.some(({ _zod: { def } }) => def.check === 'overwrite');
  return isOverwritten ? (value) => z.parse(schema, value) : null;
}

function formOfUnion(options: readonly z.core.$ZodType[]): Form {
  const forms = options.map((option) => [option, formOf(option)] as const);
  return (value) => forms.find(([option]) => z.validate(option, withoutSpelling(value)))?.[1]?.(value) ?? value;
}

function formOfObject(shape: z.core.$ZodLooseShape): Form | null {
  const forms = Object.entries(shape).flatMap(([name, schema]): [string, Form][] => {
    const form = formOf(schema);
    return form ? [[name, form]] : [];
  });
  if (forms.length === 0) return null;
  // Only a default makes something of a member that is absent.
  const defaults = new Set(forms.flatMap(([name, form]) => (form(undefined) === undefined ? [] : [name])));
  const isConcerned = (value: object, name: string) => Object.hasOwn(value, name) || defaults.has(name);
  return (value) => {
    if (!isObject(value)) return value;
    return withMembers(
      value,
      forms.filter(([name]) => isConcerned(value, name)),
    );
  };
}

function formOfMap(form: Form | null): Form | null {
  if (!form) return null;
  return (value) =>
    isObject(value)
      ? withMembers(
          value,
          Object.keys(value).map((name) => [name, form]),
        )
      : value;
}

/** A member that becomes undefined is left out. A `__proto__` key is copied as what it is, a key. */
function withMembers(value: Readonly<Record<string, unknown>>, forms: readonly (readonly [string, Form])[]): unknown {
  const changed = new Map<string, unknown>();
  for (const [name, form] of forms) {
    const stored = form(value[name]);
    if (stored !== value[name]) changed.set(name, stored);
  }
  if (changed.size === 0) return value;
  const members = new Map([...Object.entries(value), ...changed]);
  return Object.fromEntries([...members].filter(([, member]) => member !== undefined));
}

function formOfList(form: Form | null): Form | null {
  if (!form) return null;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const stored = value.map(form);
    return stored.some((item, index) => item !== value[index]) ? stored : value;
  };
}
