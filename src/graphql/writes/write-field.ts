import type { GraphQLFieldExtensions, GraphQLResolveInfo } from 'graphql';
import { DomainError, nestError } from '../../domain/errors.ts';
import type { Written } from '../../domain/idempotency/ports.ts';
import type { Violation } from '../../domain/input/violations.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { WrittenInfo } from '../bytes/written-info.ts';
import type { GraphQLContext, WritingContext } from '../execution/context.ts';
import { scopeOfMutation } from './idempotent.ts';

/** A write of the domain, of an input as GraphQL read it. Nothing of the input can be relied on: the domain checks it all. */
export type Write<Input, Value> = (
  services: WritingContext['services'],
  requestContext: RequestContext,
  input: Input,
) => Promise<Written<Value> | null>;

/** What a mutation returns: the thing that it wrote, under its name, null where it was only validated; and whether it was written earlier. */
export type WritePayload<Name extends string, Value> = { readonly [Key in Name]: Value | null } & {
  readonly isReplayed: boolean;
};

/** The resolver of a mutation whose one argument is `input`. The write itself is kept with the field, for `ruleFaultsOf`. */
export function writes<Name extends string, Input, Value>(name: Name, write: Write<Input, Value>) {
  return {
    extensions: { write },
    resolve(_root: unknown, { input }: { readonly input: Input }, context: GraphQLContext, info: GraphQLResolveInfo) {
      const { writing } = context;
      // A field before it, in the same mutation, may have selected what is written now.
      context.forgetRead();
      return once(writing, info, async () => {
        const { services, requestContext } = writing;
        const keyed = scopeOfMutation(requestContext, info);
        const written = await write(services, keyed, input).catch(atInput);
        const isReplayed = written?.isReplayed ?? false;
        return { [name]: written?.value ?? null, isReplayed } as WritePayload<Name, Value>;
      });
    },
  };
}

/** Of a mutation that was written as bytes, what it came to then, which is charged as it was then: nothing is done a second time. */
function once<Payload extends object>(
  writing: WritingContext,
  info: GraphQLResolveInfo,
  run: () => Promise<Payload>,
): Promise<Payload> {
  const { outcome, requestContext } = writing;
  const { budget } = requestContext;
  if (outcome) {
    budget.charge(outcome.units());
    return outcome.payload as Promise<Payload>;
  }
  const spentBefore = budget.spent;
  const payload = run();
  if (!(info instanceof WrittenInfo)) return payload;
  let spent = spentBefore;
  const note = () => {
    spent = budget.spent;
  };
  // Before whatever is made of the payload, which charges too.
  payload.then(note, note);
  writing.outcome = { payload, units: () => spent - spentBefore };
  return payload;
}

/**
 * What the domain finds wrong with an input in which GraphQL has left out what is of the wrong type: nothing is written. Empty where it
 * says no more, and where the caller may not write.
 */
export async function ruleFaultsOf(
  extensions: Readonly<GraphQLFieldExtensions<unknown, unknown>>,
  { services, requestContext }: Omit<WritingContext, 'outcome'>,
  input: unknown,
): Promise<readonly Violation[]> {
  const write = extensions.write as Write<unknown, unknown> | undefined;
  if (!write) return [];
  try {
    const writing = { ...requestContext, idempotencyKey: null };
    await write(services, writing, { ...Object(input), validateOnly: true }).catch(atInput);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.violations;
    throw error;
  }
}

/** The paths of an input's faults start at the argument. */
function atInput(error: unknown): never {
  if (!(error instanceof DomainError) || error.violations.length === 0) throw error;
  throw nestError(error, 'input');
}
