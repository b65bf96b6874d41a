/**
 * One execution of a planned query (`plan-query.ts`). Values that are available are written in one pass; a promise leaves a hole, which is
 * filled when it resolves. A resolver that fails in a nullable field is reported as graphql-js reports it; any other failure ends the run,
 * and graphql-js executes the query from the start.
 */
import { type FieldNode, type GraphQLError, getArgumentValues, locatedError } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import type { GraphQLContext } from '../execution/context.ts';
import { type ByteWriter, giveBack, sharedWriter, takeWriter } from './byte-writer.ts';
import { JsonText } from './json-text.ts';
import type { SelectedField } from './selected-field.ts';
import { nothing } from './write-leaf.ts';
import type { Write } from './write-object.ts';
import { type InfoOptions, WrittenInfo } from './written-info.ts';

export type WriteValue = Write<unknown, QueryRun>;

export interface QueryRunOptions extends InfoOptions {
  readonly context: GraphQLContext;
  readonly hideSuggestions: boolean;
}

/** What was written in one go: between these places. */
interface Sheet {
  readonly from: ByteWriter;
  readonly start: number;
  readonly end: number;
  readonly holes: readonly Hole[];
}

interface Hole {
  /** From the beginning of the sheet that it is in. */
  readonly at: number;
  /** Null: it is not filled yet. */
  sheet: Sheet | null;
}

type Call = readonly [args: object, info: WrittenInfo];

/** Where a value is written that is yet to come. */
export interface Awaited {
  readonly nodes: readonly FieldNode[];
  readonly isNullable: boolean;
  readonly write: WriteValue;
}

export class QueryRun {
  readonly context: GraphQLContext;
  readonly variables: VariableValues;
  readonly errors: GraphQLError[] = [];
  /** Of what is being written. */
  path: (string | number)[] = [];
  readonly #options: QueryRunOptions;
  readonly #calls: Call[] = [];
  readonly #finished = Promise.withResolvers<void>();
  /** The sheets that wait for others; null: none does. */
  #waiting: ByteWriter | null = null;
  /** Null: not all is written. */
  #text: JsonText | null = null;
  readonly #first: Hole = { at: 0, sheet: null };
  #holes: Hole[] = [];
  #running = 0;
  /** How often something was left out that is yet to come, or has failed. */
  gaps = 0;
  #hasFailed = false;

  constructor(options: QueryRunOptions) {
    this.#options = options;
    this.context = options.context;
    this.variables = options.variables;
  }

  /** Once. Null: something failed, and all that ran beside it has come to its end. */
  async write(write: WriteValue): Promise<JsonText | null> {
    this.#running += 1;
    this.#fill(this.#first, [], write, this.#options.rootValue);
    await this.#finished.promise;
    if (this.#waiting) giveBack(this.#waiting);
    return this.#text;
  }

  /** What the field's resolver is called with, beside its source. */
  callOf(selected: SelectedField): Call {
    const known = this.#calls[selected.place];
    if (known) return known;
    const { field, nodes } = selected;
    const call: Call = [
      selected.givenArguments ??
        getArgumentValues(field, nodes[0], this.variables, undefined, this.#options.hideSuggestions),
      new WrittenInfo(selected, this.#options),
    ];
    this.#calls[selected.place] = call;
    return call;
  }

  /** Leaves a hole. */
  await(value: Promise<unknown>, { nodes, isNullable, write }: Awaited, out: ByteWriter): void {
    const hole: Hole = { at: out.length, sheet: null };
    const path = this.path.slice();
    this.#holes.push(hole);
    this.gaps += 1;
    this.#running += 1;
    value.then(
      (known) => this.#fill(hole, path, write, known),
      (error) => {
        const fail: WriteValue = (_value, run, own) => {
          if (!isNullable) throw error;
          run.fail(error, nodes);
          own.write(nothing);
        };
        this.#fill(hole, path, fail, null);
      },
    );
  }

  /** Tells of a value that could not be made. */
  fail(error: unknown, nodes: readonly FieldNode[]): void {
    this.gaps += 1;
    this.errors.push(locatedError(error, nodes, this.path.slice()));
  }

  #fill(hole: Hole, path: (string | number)[], write: WriteValue, value: unknown): void {
    const holes: Hole[] = [];
    const out = sharedWriter;
    this.#holes = holes;
    this.path = path;
    this.#running -= 1;
    try {
      this.#options.ending.expectGoingOn();
      if (!this.#hasFailed) {
        out.clear();
        write(value, this, out);
        this.#put(hole, holes);
      }
    } catch {
      // graphql-js finds it again, and tells of it.
      this.#hasFailed = true;
    }
    if (this.#running === 0) this.#finished.resolve();
  }

  /** The last sheet is copied to where it goes, and with it all that waited. */
  #put(hole: Hole, holes: readonly Hole[]): void {
    const out = sharedWriter;
    if (this.#running > 0) {
      this.#waiting ??= takeWriter();
      const start = this.#waiting.length;
      this.#waiting.append(out);
      hole.sheet = { from: this.#waiting, start, end: this.#waiting.length, holes };
      return;
    }
    hole.sheet = { from: out, start: 0, end: out.length, holes };
    const length = (this.#waiting?.length ?? 0) + out.length;
    const write = (bytes: Buffer, at: number) => copySheet(this.#first, { bytes, at });
    this.#text = new JsonText({ length, write, takeMemory: this.context.takeMemory });
  }
}

interface Target {
  readonly bytes: Buffer;
  at: number;
}

/** With what fills its holes. */
function copySheet({ sheet }: Hole, to: Target): void {
  if (!sheet) throw new Error('A hole was left.');
  const { from, start, end, holes } = sheet;
  let copied = start;
  for (const hole of holes) {
    to.at = from.copyTo(to.bytes, to.at, copied, start + hole.at);
    copySheet(hole, to);
    copied = start + hole.at;
  }
  to.at = from.copyTo(to.bytes, to.at, copied, end);
}
