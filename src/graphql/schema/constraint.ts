/**
 * `@constraint`: the rules of inputs, as part of the SDL. They are the domain's own, and are enforced there; here they are
 * only said. The members that carry them hold them in `extensions.directives`, where graphql-tools reads them to print the SDL.
 */
import {
  DirectiveLocation,
  type GraphQLArgument,
  GraphQLDirective,
  GraphQLFloat,
  type GraphQLInputField,
  GraphQLInt,
  GraphQLString,
} from 'graphql';
import type { Constraint } from '../../domain/input/constraint.ts';
import { uuidConstraint } from '../../domain/input/identifiers.ts';

export const constraintDirective = new GraphQLDirective({
  name: 'constraint',
  description:
    'What a value must be beyond its type, for forms and for checks before sending; the gateway refuses anything else, and names ' +
    'the broken rule as `extensions.violations[].rule`: the name of an argument here. Of a list, `minItems` and `maxItems` are ' +
    'about the list, all others about each item. A global id counts as the id inside of it. Besides, no text may hold NUL or a ' +
    'lone surrogate (rule `characters`); rules that have no form here stand in the description of the field or argument.',
  locations: [DirectiveLocation.ARGUMENT_DEFINITION, DirectiveLocation.INPUT_FIELD_DEFINITION],
  args: {
    minLength: { type: GraphQLInt, description: 'The fewest characters, in Unicode code points.' },
    maxLength: { type: GraphQLInt, description: 'The most characters, in Unicode code points.' },
    pattern: { type: GraphQLString, description: 'A regular expression that it matches (ECMA-262, flag `u`).' },
    format: {
      type: GraphQLString,
      description:
        '`email` (as HTML defines it), `uuid` (RFC 9562), `uuid-or-global-id` (a UUID, or the global id of what is meant), `re2` ' +
        '(a regular expression in RE2 syntax).',
    },
    min: { type: GraphQLFloat, description: 'The least number.' },
    max: { type: GraphQLFloat, description: 'The greatest number.' },
    minItems: { type: GraphQLInt, description: 'The fewest items.' },
    maxItems: { type: GraphQLInt, description: 'The most items.' },
    maxProgramSize: {
      type: GraphQLInt,
      description:
        'The most instructions that a regular expression may be compiled to: repetitions multiply what they repeat, and each ' +
        'class of Unicode (`\\pL`) counts as 100.',
    },
  } satisfies Record<keyof Constraint, unknown>,
});

/** For the options of an input field or an argument. The description says the numbers too: introspection shows no directives. */
export function constrainedBy(constraint: Constraint, description: string) {
  return {
    description: [description, ...sentencesOf(constraint)].join(' '),
    extensions: { directives: { constraint } },
  };
}

/** The same where the id of a thing of ours is taken: its global id is as good as the platform's own. */
export function idConstrainedBy({ format, ...rest }: Constraint, description: string) {
  return constrainedBy({ ...rest, ...(format !== undefined && { format: `${format}-or-global-id` }) }, description);
}

/** The argument of a field that looks up one thing by its UUID. */
export const uuidArgument = {
  required: true,
  ...idConstrainedBy(uuidConstraint, "The global id, or the platform's own (a UUID)."),
} as const;

function sentencesOf(constraint: Constraint): string[] {
  const { minLength, maxLength, min, max, minItems, maxItems, maxProgramSize } = constraint;
  return [
    ...sentenceOf(minItems, maxItems, ' items'),
    ...sentenceOf(minLength, maxLength, minItems === undefined ? ' characters' : ' characters each'),
    ...sentenceOf(min, max, ''),
    ...sentenceOf(undefined, maxProgramSize, ' instructions when compiled'),
  ];
}

function sentenceOf(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}.`];
  if (most !== undefined) return [`At most ${most}${unit}.`];
  return least === undefined ? [] : [`At least ${least}${least === 1 ? unit.replace('s', '') : unit}.`];
}

/** What was said by `constrainedBy`. */
export function constraintOf({ extensions }: GraphQLArgument | GraphQLInputField): Constraint {
  const { constraint = {} } = (extensions.directives ?? {}) as { readonly constraint?: Constraint };
  return constraint;
}
