/**
 * Global ids: base64url of `Type:id`, and of `Type?marks:id` where an argument stated the context that the thing was read under
 * (`context-marks.ts`). `node` answers in that context; wherever else an id is taken, it only names its thing. Where an argument
 * takes an id, it takes the platform's own id as well: a text that is not a global id of one of our types is taken for the
 * platform's own.
 */
import { identifierFault } from '../../domain/input/identifiers.ts';
import type { ExplicitContext } from '../../domain/shopper-context.ts';
import { decodePercent, parseMarks } from './context-marks.ts';

export const nodeTypes = [
  'Product',
  'Catalog',
  'CatalogNode',
  'File',
  'ApplicationKey',
  'CustomApi',
  'CustomField',
  'BillingOffering',
  'BillingOfferingSnapshot',
  'BillingPlan',
  'BillingSubscription',
] as const;

export type NodeType = (typeof nodeTypes)[number];

/** What depends on the shopper's context, and says so in its id. */
export const markedTypes: ReadonlySet<string> = new Set<NodeType>(['Product', 'CatalogNode']);

/** Parts of a product that have an id for client caches, and can't be fetched by it, as a release has. */
export type PartType = 'ProductVariation' | 'ProductVariationOption';

/** A thing's id with the marks of the context that it is shown in. */
export interface MarkedId {
  readonly marks: string;
  readonly id: string;
}

export interface GlobalId extends MarkedId {
  readonly type: NodeType;
}

export function formatGlobalId(type: string, id: string, marks = ''): string {
  return Buffer.from(`${type}${marks}:${id}`, 'utf8').toString('base64url');
}

/** Null when the text is not what `formatGlobalId` makes of one of our types; standard base64 with padding is taken too. */
export function parseGlobalId(text: string): GlobalId | null {
  const parts = splitGlobalId(text);
  const type = nodeTypes.find((nodeType) => nodeType === parts?.type);
  if (!parts || type === undefined || identifierFault(parts.id)) return null;
  if (parts.marks !== '' && (!markedTypes.has(type) || !parseMarks(parts.marks))) return null;
  return { ...parts, type };
}

/** How ids of our types begin: the first three letters of each, encoded. A platform's own id seldom does, and need not be decoded. */
const beginnings: ReadonlySet<string> = new Set(
  nodeTypes.map((type) => Buffer.from(type.slice(0, 3)).toString('base64')),
);

/** Longer than any: that of a part names three ids of 255 characters, which may be escaped by twelve each. */
const longestText = 16_384;

function splitGlobalId(text: string): (MarkedId & { readonly type: string }) | null {
  if (text.length > longestText || !beginnings.has(text.slice(0, 4))) return null;
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8');
  const [, type, marks = '', id] = /^([A-Za-z]+)(\?[^:]*)?:(.+)$/s.exec(decoded) ?? [];
  if (type === undefined || id === undefined) return null;
  // Bytes that are no UTF-8 are read as such a sign.
  const written = (decoded.includes('\ufffd') ? Buffer.from(decoded, 'utf8') : bytes).toString('base64url');
  return written === text || written === toUrlAlphabet(text) ? { type, marks, id } : null;
}

function toUrlAlphabet(text: string): string {
  return text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={0,2}$/, '');
}

/** An id with its marks as one text: the relay plugin passes it on, and knows two things by it where their contexts differ. */
export function formatMarkedId({ marks, id }: MarkedId): string {
  return `${marks}:${id}`;
}

/** The id of a thing within its type, as the relay plugin passes it on. */
export function toNodeId({ type, marks, id }: GlobalId): string {
  return markedTypes.has(type) ? formatMarkedId({ marks, id }) : id;
}

export function toGlobalId(type: string, nodeId: string): string {
  const separator = markedTypes.has(type) ? '' : ':';
  return Buffer.from(`${type}${separator}${nodeId}`, 'utf8').toString('base64url');
}

/** @throws Error for what `formatMarkedId` did not make of a parsed global id */
export function parseMarkedId(text: string): { readonly context: ExplicitContext; readonly id: string } {
  const [, marks = '', id = ''] = /^([^:]*):(.+)$/s.exec(text) ?? [];
  const context = parseMarks(marks);
  if (!context) throw new Error('Marks that are faulty were not refused.');
  return { context, id };
}

/** The id of a part of a product: unique over all products, contexts and types. `path`: the platform's ids, the product's first. */
export function formatPartId(type: PartType, marks: string, path: readonly string[]): string {
  return formatGlobalId(type, path.map(encodeURIComponent).join('/'), marks);
}

/** The platform's own id of the part that an argument means, as `toResourceId` says. */
export function toPartId(type: PartType, text: string): string {
  const parts = splitGlobalId(text);
  if (parts?.type !== type || !parseMarks(parts.marks)) return text;
  return decodePercent(parts.id.split('/').at(-1) ?? '') ?? text;
}

/**
 * The platform's own id that an argument means. A global id of another type stays as it is: as an id it fits nothing, and
 * the error that follows can say whose it is.
 */
export function toResourceId(type: NodeType, text: string): string {
  const globalId = parseGlobalId(text);
  return globalId?.type === type ? globalId.id : text;
}

/** The input with the platform's own ids in the members named; what is no text stays as it is. */
export function withResourceIds<Input extends object>(
  input: Input,
  types: { readonly [Name in keyof Input]?: NodeType },
): Input {
  const members = input as Readonly<Record<string, unknown>>;
  const replaced: Record<string, unknown> = {};
  let isReplaced = false;
  for (const name in types) {
    const id = members[name];
    if (typeof id !== 'string') continue;
    const resourceId = toResourceId(types[name] as NodeType, id);
    isReplaced ||= resourceId !== id;
    replaced[name] = resourceId;
  }
  return isReplaced ? { ...input, ...replaced } : input;
}
