/** Which media type a response of `/graphql` has: the one that the client likes best (RFC 9110, section 12.5.1; GraphQL over HTTP). */
import { rememberTexts } from '../lib/remember-texts.ts';

export const graphqlResponseType = 'application/graphql-response+json';
const jsonTypes = ['application/json', graphqlResponseType] as const;
export type JsonType = (typeof jsonTypes)[number];

/** Of those that a client likes alike it gets the one that it names first, or that stands first here where it names neither. */
const mediaTypes = [...jsonTypes, 'text/event-stream', 'multipart/mixed', 'text/html'] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface Accepted {
  /** What the client likes best comes first; without the header it takes everything. */
  readonly types: readonly MediaType[];
  /** The first of them that is JSON; null: it takes none. */
  readonly json: JsonType | null;
}

/** No client's header is longer; each member of one takes time. */
const maxLength = 1000;

export const readAccept = rememberTexts((accept): Accepted => {
  const ranges = rangesOf(accept && accept.length <= maxLength ? accept : '*/*');
  const accepted = mediaTypes.flatMap((type) => {
    const range = decisiveRange(ranges, type);
    return range && range.weight > 0 ? [{ type, range }] : [];
  });
  accepted.sort((one, other) => other.range.weight - one.range.weight || one.range.place - other.range.place);
  const types = accepted.map(({ type }) => type);
  return { types, json: types.find(isJson) ?? null };
});

/** Of what is said in JSON. A refusal is so said, too, to a client that accepts neither. */
export function graphqlMediaType(accept: string | null): string {
  return `${readAccept(accept).json ?? jsonTypes[0]}; charset=utf-8`;
}

function isJson(type: MediaType): type is JsonType {
  return jsonTypes.some((one) => one === type);
}

interface Range {
  readonly name: string;
  readonly weight: number;
  readonly place: number;
}

/** Parameters do not tell ours apart, except that all that we send is UTF-8. */
function rangesOf(accept: string): Range[] {
  const members = accept.toLowerCase().split(',');
  return members.flatMap((member, place) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim());
    const isOurs = parameters.every((parameter) => !/^charset *=/.test(parameter) || /=\s*"?utf-?8"?$/.test(parameter));
    return isOurs ? [{ name, weight: weightOf(parameters), place }] : [];
  });
}

/** A weight that can't be read says nothing: clients write `q=.2`, too. */
function weightOf(parameters: readonly string[]): number {
  const [, text] = parameters.map((one) => /^q *= *([\d.]+)$/.exec(one)).find((found) => found !== null) ?? [];
  const weight = Number(text ?? 1);
  return weight <= 1 ? weight : 1;
}

/** The one that says most of the type; of those that say as much, the first. */
function decisiveRange(ranges: readonly Range[], type: MediaType): Range | undefined {
  const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  for (const name of names) {
    const found = ranges.find((range) => range.name === name);
    if (found) return found;
  }
  return undefined;
}
