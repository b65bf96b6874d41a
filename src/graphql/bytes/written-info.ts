import type { GraphQLResolveInfo, OperationDefinitionNode } from 'graphql';
import type { ItemsAs } from '../../domain/product/ports.ts';
import type { Ending } from '../execution/ending.ts';
import type { Collecting } from './collect-members.ts';
import type { SelectedField } from './selected-field.ts';

export interface InfoOptions extends Collecting {
  readonly operation: OperationDefinitionNode;
  readonly rootValue: unknown;
  readonly ending: Pick<Ending, 'signal' | 'expectGoingOn'>;
}

/** The `info` of a field that is written as bytes. What resolvers seldom read is made only when it is read. */
export class WrittenInfo implements GraphQLResolveInfo {
  /** How the items of a list of products are read for the field. */
  readonly itemsAs: ItemsAs;
  readonly fieldNodes: GraphQLResolveInfo['fieldNodes'];
  readonly #selected: SelectedField;
  readonly #options: InfoOptions;

  constructor(selected: SelectedField, options: InfoOptions) {
    this.itemsAs = selected.itemsAs;
    this.fieldNodes = selected.nodes;
    this.#selected = selected;
    this.#options = options;
  }

  /** Whether its arguments are written in the document, as they are. */
  get hasGivenArguments(): boolean {
    return this.#selected.givenArguments !== null;
  }

  get fieldName() {
    return this.#selected.field.name;
  }

  get returnType() {
    return this.#selected.field.type;
  }

  get parentType() {
    return this.#selected.parentType;
  }

  get schema() {
    return this.#options.schema;
  }

  get fragments() {
    return Object.fromEntries(this.#options.fragments);
  }

  get rootValue() {
    return this.#options.rootValue;
  }

  get operation() {
    return this.#options.operation;
  }

  get variableValues() {
    return this.#options.variables;
  }

  get path(): never {
    throw new Error('No resolver has to know where its value is written.');
  }

  getAbortSignal() {
    return this.#options.ending.signal;
  }

  getAsyncHelpers(): never {
    throw new Error('Nobody waits for what a resolver leaves running.');
  }
}

export function itemsAsOf(info: GraphQLResolveInfo): ItemsAs {
  return info instanceof WrittenInfo ? info.itemsAs : 'products';
}
