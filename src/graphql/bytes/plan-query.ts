/**
 * A query as functions that write its result, made of its selections when they are first written: no field, type or name is looked up
 * again for each product of a page. Resolvers are the schema's own, and charge as they do for graphql-js.
 */
import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import type { Field } from '../limits/field-price.ts';
import { holdsVariable } from '../limits/selections.ts';
import { planProductLists } from '../slots/plan-product-lists.ts';
import type { Member, Selecting } from './collect-members.ts';
import type { QueryRun, WriteValue } from './query-run.ts';
import type { Planning, SelectedField } from './selected-field.ts';
import { leafWriter, nothing } from './write-leaf.ts';
import { writeList } from './write-list.ts';
import { writeObject } from './write-object.ts';

export function planQuery(operation: OperationDefinitionNode, planning: Planning): WriteValue {
  const { schema } = planning;
  const lists = planProductLists(planning, ofMember);
  let places = 0;

  function ofObject(type: GraphQLObjectType, nodes: readonly Selecting[]): WriteValue {
    if (type.isTypeOf) throw new Error(`${type} is not written.`);
    let write: WriteValue | null = null;
    return (value, run, out) => {
      write ??= writeObject<unknown, QueryRun>(
        { type, nodes, writeMember: (member) => ofMember(type, member), ...lists.together(type, nodes) },
        planning,
      ) as WriteValue;
      write(value, run, out);
    };
  }

  function ofMember(parentType: GraphQLObjectType, { name, field: fieldName, nodes }: Member): WriteValue {
    const field = parentType.getFields()[fieldName];
    if (!field) throw new Error(`${parentType}.${fieldName} is not written.`);
    const itemsAs = lists.itemsAs(field, nodes);
    const givenArguments = argumentsGiven(field, nodes[0]);
    const selected = { place: places, name, field, parentType, nodes, givenArguments, itemsAs };
    places += 1;
    planning.onField();
    return lists.writerOf(selected, writeField(selected, ofType(field.type, selected)));
  }

  function ofType(type: GraphQLOutputType, selected: SelectedField): WriteValue {
    if (!isNonNullType(type)) return orNull(ofValue(type, selected), selected);
    const write = ofValue(type.ofType, selected);
    return (value, run, out) => {
      if (value == null) throw new Error('Null stands where nothing may be null.');
      write(value, run, out);
    };
  }

  function ofValue(type: GraphQLOutputType, selected: SelectedField): WriteValue {
    if (isListType(type)) {
      const write = ofList(type.ofType, ofType(type.ofType, selected), selected);
      return lists.prepared(getNamedType(type), selected, write);
    }
    if (isAbstractType(type)) return writeAbstract(type, selected, { schema, ofObject });
    if (isObjectType(type)) return ofObject(type, selected.nodes);
    const write = leafWriter(type as GraphQLLeafType);
    return (value, _run, out) => write(value, out);
  }

  return ofObject(schema.getRootType(operation.operation) as GraphQLObjectType, [operation]);
}

function argumentsGiven(field: Field, node: FieldNode): object | null {
  if (!field.resolve || node.arguments?.some(({ value }) => holdsVariable(value))) return null;
  return getArgumentValues(field, node);
}

function writeField(selected: SelectedField, write: WriteValue): WriteValue {
  const { field, name, nodes } = selected;
  const { resolve, name: property } = field;
  const awaited = { nodes, isNullable: !isNonNullType(field.type), write };
  const read = resolve
    ? (source: unknown, run: QueryRun) => {
        const [args, info] = run.callOf(selected);
        return resolve(source, args, run.context, info);
      }
    : (source: unknown) => (source as Readonly<Record<string, unknown>>)[property];
  if (!resolve && isLeafType(getNullableType(field.type))) {
    return (source, run, out) => write(read(source, run), run, out);
  }
  return (source, run, out) => {
    run.path.push(name);
    const value = read(source, run);
    if (value instanceof Promise) run.await(value, awaited, out);
    else write(value, run, out);
    run.path.pop();
  };
}

interface Abstract {
  readonly schema: GraphQLSchema;
  readonly ofObject: (type: GraphQLObjectType, nodes: readonly Selecting[]) => WriteValue;
}

function writeAbstract(type: GraphQLAbstractType, selected: SelectedField, { schema, ofObject }: Abstract): WriteValue {
  const writers = new Map<unknown, WriteValue>();
  return (value, run, out) => {
    const [, info] = run.callOf(selected);
    const name = type.resolveType?.(value, run.context, info, type);
    const actual = typeof name === 'string' ? schema.getType(name) : undefined;
    if (!isObjectType(actual) || !schema.isSubType(type, actual)) throw new Error(`${type} has no such type.`);
    const write = writers.get(actual) ?? ofObject(actual, selected.nodes);
    writers.set(actual, write);
    write(value, run, out);
  };
}

function orNull(write: WriteValue, { nodes }: SelectedField): WriteValue {
  return (value, run, out) => {
    if (value instanceof Error) run.fail(value, nodes);
    if (value == null || value instanceof Error) out.write(nothing);
    else write(value, run, out);
  };
}

function ofList(itemType: GraphQLOutputType, write: WriteValue, { nodes }: SelectedField): WriteValue {
  const item = { nodes, isNullable: !isNonNullType(itemType), write };
  return (items, run, out) => {
    if (!Array.isArray(items)) throw new Error('What stands for a list is none.');
    writeList(items, item, run, out);
  };
}
