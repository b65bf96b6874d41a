/**
 * One execution of a planned query (`plan-query.ts`). What is known is written in one go; where a value is yet to come, a hole is left
 * that is filled when it is there. A failed resolver whose field may be null is told of as graphql-js does; anything else that fails
 * ends the run, and graphql-js executes the query from its beginning.
 */
import { type FieldNode, type GraphQLError, getArgumentValues, locatedError } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import type { GraphQLContext } from '../execution/context.ts';
import { type ByteWriter, writeBytes } from './byte-writer.ts';
import type { SelectedField } from './selected-field.ts';
import { nothing } from './write-leaf.ts';
import type { Write } from './write-object.ts';
import { type InfoOptions, WrittenInfo } from './written-info.ts';

export type WriteValue = Write<unknown, QueryRun>;

export interface QueryRunOptions extends InfoOptions {
  readonly context: GraphQLContext;
  readonly hideSuggestions: boolean;
}

/** What was written in one go. */
interface Sheet {
  readonly bytes: Buffer;
  readonly holes: readonly Hole[];
}

interface Hole {
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

  /** In pieces. Null: something failed, and all that ran beside it has come to its end. */
  async write(write: WriteValue): Promise<Buffer[] | null> {
    const first: Hole = { at: 0, sheet: null };
    this.#running += 1;
    this.#fill(first, [], (out) => write(this.#options.rootValue, this, out));
    await this.#finished.promise;
    return this.#hasFailed ? null : addPieces(first, []);
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
      (known) => this.#fill(hole, path, (own) => write(known, this, own)),
      (error) =>
        this.#fill(hole, path, (own) => {
          if (!isNullable) throw error;
          this.fail(error, nodes);
          own.write(nothing);
        }),
    );
  }

  /** Tells of a value that could not be made. */
  fail(error: unknown, nodes: readonly FieldNode[]): void {
    this.gaps += 1;
    this.errors.push(locatedError(error, nodes, this.path.slice()));
  }

  #fill(hole: Hole, path: (string | number)[], write: (out: ByteWriter) => void): void {
    const holes: Hole[] = [];
    this.#holes = holes;
    this.path = path;
    try {
      this.#options.abortSignal?.throwIfAborted();
      if (!this.#hasFailed) hole.sheet = { bytes: writeBytes(write), holes };
    } catch {
      // graphql-js finds it again, and tells of it.
      this.#hasFailed = true;
    }
    this.#running -= 1;
    if (this.#running === 0) this.#finished.resolve();
  }
}

function addPieces({ sheet }: Hole, pieces: Buffer[]): Buffer[] {
  if (!sheet) throw new Error('A hole was left.');
  let from = 0;
  for (const hole of sheet.holes) {
    pieces.push(sheet.bytes.subarray(from, hole.at));
    addPieces(hole, pieces);
    from = hole.at;
  }
  pieces.push(from === 0 ? sheet.bytes : sheet.bytes.subarray(from));
  return pieces;
}
