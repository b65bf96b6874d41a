import { identifierFault } from '../../domain/input/identifiers.ts';

/**
 * Global ids: base64url of `Type:id`. Where an argument takes an id, it takes the platform's own id as well: a text that
 * is not a global id of one of our types is taken for the platform's own.
 */

export const nodeTypes = [
  'Product',
  'Catalog',
  'CatalogNode',
  'ApplicationKey',
  'CustomApi',
  'CustomField',
  'BillingOffering',
  'BillingOfferingSnapshot',
  'BillingPlan',
  'BillingSubscription',
] as const;

export type NodeType = (typeof nodeTypes)[number];

export interface GlobalId {
  readonly type: NodeType;
  readonly id: string;
}

export function formatGlobalId(type: string, id: string): string {
  return Buffer.from(`${type}:${id}`, 'utf8').toString('base64url');
}

/** Null when the text is not what `formatGlobalId` makes of one of our types; standard base64 with padding is taken too. */
export function parseGlobalId(text: string): GlobalId | null {
  const [, type, id] = /^([A-Za-z]+):(.+)$/s.exec(Buffer.from(text, 'base64').toString('utf8')) ?? [];
  const known = nodeTypes.find((nodeType) => nodeType === type);
  if (known === undefined || id === undefined || identifierFault(id)) return null;
  const canonical = formatGlobalId(known, id);
  return canonical ===
    text
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/={0,2}$/, '')
    ? { type: known, id }
    : null;
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
  const ids = Object.entries(types).flatMap(([name, type]) => {
    const id = (input as Readonly<Record<string, unknown>>)[name];
    return typeof id === 'string' ? [[name, toResourceId(type as NodeType, id)]] : [];
  });
  return { ...input, ...Object.fromEntries(ids) };
}
