/**
 * How every command is declared and run: its options with what they mean, from which `--help` is written. `--help` does nothing
 * else, and an option or an argument that is not declared is refused before anything is opened.
 */
import { parseArgs } from 'node:util';
import { printable } from '../importer/import-faults.ts';
import { endBySignals } from './end-by-signals.ts';
import { orExplain } from './or-explain.ts';
import { outliveReaders } from './outlive-readers.ts';
import { refuseOldNode } from './refuse-old-node.ts';

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly default?: string;
  /** What stands for its value in the help: `<id>`. */
  readonly value?: string;
  readonly description: string;
}

type Options = Readonly<Record<string, CommandOption>>;

export interface Command<Declared extends Options> {
  /** As it is run: `npm run token`. */
  readonly name: string;
  /** What it does, in sentences. */
  readonly description: string;
  /** The forms that its arguments have, `revoke <id>`, and what each does; absent: it takes none. */
  readonly forms?: Readonly<Record<string, string>>;
  readonly options: Declared;
}

/** What the command was called with: the type of an option's value follows from its declaration. */
type Values<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name]['type'] extends 'boolean'
    ? boolean
    : Declared[Name] extends { readonly default: string }
      ? string
      : string | undefined;
};

export interface Called<Declared extends Options> {
  readonly values: Values<Declared>;
  readonly positionals: readonly string[];
}

const help: CommandOption = { type: 'boolean', description: 'this text' };

/** What goes wrong is told in a sentence on standard error, and the exit code is 1. */
export async function runCommand<const Declared extends Options>(
  command: Command<Declared>,
  run: (called: Called<Declared>) => Promise<void>,
): Promise<void> {
  endBySignals();
  outliveReaders();
  await orExplain(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: command.forms !== undefined,
      options: { ...(command.options as Options), help },
    });
    if (values.help) return void process.stdout.write(formatHelp(command));
    refuseOldNode();
    const flags = Object.entries(command.options).filter(([, { type }]) => type === 'boolean');
    const unset = Object.fromEntries(flags.map(([name]) => [name, false]));
    await run({ values: { ...unset, ...values } as Values<Declared>, positionals });
  });
}

export function formatHelp({ name, description, forms, options }: Command<Options>): string {
  const lines = Object.entries({ ...options, help }).map(
    ([option, { value, default: unset, description: meaning }]) => {
      const note = unset !== undefined ? ` (default: ${unset})` : '';
      return [`--${option}${value ? ` ${value}` : ''}`, `${meaning}${note}`] as const;
    },
  );
  const calls = forms ? toColumns(Object.entries(forms).map(([form, meaning]) => [`${name} -- ${form}`, meaning])) : [];
  const call = forms ? [] : [`${name} -- [options]`];
  return `${[...call, ...calls, '', description, '', ...toColumns(lines).map((line) => `  ${line}`)].join('\n')}\n`;
}

/** The verb of a call and its argument, as one of the command's forms has them; without any it is `list`. @throws Error */
export function readVerb(command: Command<Options>, [verb = 'list', ...rest]: readonly string[]) {
  const forms = Object.keys(command.forms ?? {}).map((form) => form.replace(/[[\]]/g, '').split(' '));
  if (!forms.some(([name, ...values]) => name === verb && values.length === rest.length)) {
    throw new Error(`Call it in one of these ways.\n\n${formatHelp(command)}`);
  }
  return { verb, argument: rest[0] ?? '' };
}

/** Lines in which the cells of the rows stand below each other. */
export function toColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** What stands in a store or in files must not steer the terminal that shows it. */
export function formatLines(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}
