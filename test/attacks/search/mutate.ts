/** Another request, made of one that was costly: more of something, something else instead, or two at once. */
import { Kind } from 'graphql';
import { type Candidate, type GraphQLCandidate, maxRequestBytes, type RestCandidate } from './candidate.ts';
import { hostileText } from './hostile-values.ts';
import { isShort } from './is-short.ts';
import { mutateDocument } from './mutate-document.ts';
import { randomParameter } from './random-candidate.ts';
import type { DocumentSource } from './random-document.ts';
import { renameNames } from './rename-names.ts';

export function mutate(candidate: Candidate, other: Candidate, source: DocumentSource): Candidate {
  const { random } = source;
  const sent = mutateSending(candidate, source);
  if (sent.kind === 'rest') return mutateRest(sent, source);
  const step = random.below(10);
  if (step < 5) return mutateDocument(sent, source);
  if (step < 8) return mutateVariables(sent, source);
  if (step === 8 && other.kind === 'graphql') return join(sent, other);
  return { ...sent, before: randomPadding(source) };
}

function mutateSending<Any extends Candidate>(candidate: Any, { random }: DocumentSource): Any {
  if (random.chance(0.9)) return candidate;
  return {
    ...candidate,
    grant: random.pick([null, 'implicit', 'client_credentials'] as const),
    repeats: random.pick([1, 2, 7]),
  };
}

function randomPadding({ random }: DocumentSource): string {
  return random
    .pick(['\n', '\r\n', '#\n', ',', '\ufeff', '"" '])
    .repeat(random.pick([0, 10, 1000, 20_000, 60_000, 300_000]));
}

/** Longer or shorter lists and texts; one list for many variables. */
function mutateVariables(candidate: GraphQLCandidate, { random }: DocumentSource): GraphQLCandidate {
  const names = Object.keys(candidate.variables);
  if (names.length === 0) return candidate;
  const name = random.pick(names);
  const value = candidate.variables[name];
  const changed = random.chance(0.2) ? candidate.variables[random.pick(names)] : resize(value, random);
  if (!isShort(changed, maxRequestBytes)) return candidate;
  return { ...candidate, variables: { ...candidate.variables, [name]: changed } };
}

function resize(value: unknown, random: DocumentSource['random']): unknown {
  if (typeof value === 'string')
    return random.chance(0.5) ? value.repeat(random.pick([0, 2, 10])).slice(0, 900_000) : hostileText(random);
  if (typeof value === 'number') return random.pick([value * 2, value + 1, value - 1, -value, 100]);
  if (Array.isArray(value)) return resizeList(value, random);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.length === 0) return value;
  const [name, member] = random.pick(members);
  return { ...value, [name]: resize(member, random) };
}

function resizeList(list: readonly unknown[], random: DocumentSource['random']): unknown[] {
  const length = Math.min(300_000, Math.round((list.length + 1) * random.pick([0.5, 0.9, 1.5, 3, 10])));
  return Array.from({ length }, (_, index) => {
    const known = list[index % Math.max(1, list.length)];
    return index < list.length || typeof known !== 'string' || random.chance(0.5) ? (known ?? '') : `${known}${index}`;
  });
}

/** The root fields of both, under names of their own. */
function join(one: GraphQLCandidate, two: GraphQLCandidate): GraphQLCandidate {
  const [a, b] = [renameNames(one.document, 'a'), renameNames(two.document, 'b')];
  const [first, ...fragments] = a.definitions;
  const [second, ...others] = b.definitions;
  if (first?.kind !== Kind.OPERATION_DEFINITION || second?.kind !== Kind.OPERATION_DEFINITION) return one;
  if (first.operation !== second.operation) return one;
  const prefixed = (variables: Readonly<Record<string, unknown>>, prefix: string) =>
    Object.entries(variables).map(([name, value]) => [`${prefix}${name}`, value]);
  return {
    ...one,
    document: {
      kind: Kind.DOCUMENT,
      definitions: [
        {
          ...first,
          variableDefinitions: [...(first.variableDefinitions ?? []), ...(second.variableDefinitions ?? [])],
          selectionSet: {
            kind: Kind.SELECTION_SET,
            selections: [...first.selectionSet.selections, ...second.selectionSet.selections],
          },
        },
        ...fragments,
        ...others,
      ],
    },
    variables: Object.fromEntries([...prefixed(one.variables, 'a'), ...prefixed(two.variables, 'b')]),
  };
}

function mutateRest(candidate: RestCandidate, source: DocumentSource): RestCandidate {
  const { random } = source;
  if (candidate.query.length === 0) return { ...candidate, body: resize(candidate.body, random) };
  const [name] = random.pick(candidate.query);
  const query = candidate.query.map((pair) =>
    pair[0] === name ? ([name, randomParameter(name, source)] as const) : pair,
  );
  return { ...candidate, query };
}
