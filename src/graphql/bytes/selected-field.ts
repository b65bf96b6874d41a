import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { ItemsAs } from '../../domain/product/ports.ts';
import type { Field } from '../limits/field-price.ts';
import type { PlanSelections } from '../limits/work-plan.ts';
import type { Collecting } from './collect-members.ts';

/** A field where it is selected. */
export interface SelectedField {
  /** Among all fields of the plan. */
  readonly place: number;
  readonly name: string;
  readonly field: Field;
  readonly parentType: GraphQLObjectType;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  /** Where no variable is among them; null: they are each request's own. */
  readonly givenArguments: object | null;
  /** How the items of a list of products are read. */
  readonly itemsAs: ItemsAs;
}

/** What a query is planned with. */
export interface Planning extends Collecting {
  readonly planSelections: PlanSelections;
  /** Whether it will be used again. */
  readonly lasts: boolean;
  /** Told of each field that is planned. */
  readonly onField: () => void;
}
