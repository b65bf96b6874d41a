/**
 * What the values of a file hold: records, lists, single resources (`{"data":{…}}`) and pages (`{"data":[…]}`) with their `included`
 * and `links`. A page comes whole or in pieces; records that leave something to their place wait for the page's end.
 */
import { noSurroundings, type Surroundings } from '../contract/platform/surroundings.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { ScannedPiece } from './json-scanner.ts';

/** A record with what stands around it. */
export interface PlacedValue {
  readonly value: unknown;
  readonly surroundings: Surroundings;
  /** It stands in a page beside the records that the page is about. */
  readonly isIncluded: boolean;
  /** How long its text is, or its share of a text that holds several. */
  readonly bytes: number;
}

export interface TakeApart {
  take(value: unknown, kind: ScannedPiece['kind'], bytes: number): PlacedValue[];
}

type Json = Readonly<Record<string, unknown>>;

/** Their places say what they belong to. */
const waitingTypes = new Set<unknown>(['node', 'subscription_offering_plan', 'subscription_plan', 'custom_field']);
/** Of a page in pieces: pages of platforms hold a hundred records, and those of a longer one don't wait for its end. */
const maxWaiting = { records: 10_000, bytes: 2 ** 24 };
/** What an object in memory takes beside its texts, about. */
const bytesBesideTexts = 100;

export function createTakeApart(): TakeApart {
  let page: OpenPage = openPage();
  let customApiId: string | null = null;

  function close(): Placed[] {
    const closed = page;
    page = openPage();
    return recordsOf(closed, customApiId);
  }

  /** `bytes`: of a piece of a page. A page that comes whole is in memory anyway. */
  function takeElement(value: unknown, bytes = 0): Placed[] {
    if (isObject(value)) {
      noteOffering(value, page);
      if (holdBack(value, bytes, page)) return [];
      if (value.type === 'custom_api' && typeof value.id === 'string') customApiId = value.id;
    }
    return [{ value, surroundings: noSurroundings, isIncluded: false }];
  }

  /** A record has a `type`; what has none, but has `data`, is the platform's wrapper around one or many. */
  function takeValue(value: unknown): Placed[] {
    if (Array.isArray(value))
      return value.flatMap((item) => (Array.isArray(item) ? takeElement(item) : takeValue(item)));
    if (!isObject(value) || 'type' in value || !('data' in value)) return [...takeElement(value), ...close()];
    const { data } = value;
    const records = (Array.isArray(data) ? data : [data]).flatMap((item) => takeElement(item));
    noteFrame(value, page);
    return [...records, ...close()];
  }

  function takePiece(value: unknown, kind: ScannedPiece['kind'], bytes: number): Placed[] {
    if (kind === 'value') return takeValue(value);
    if (kind === 'element') return takeElement(value, bytes);
    if (isObject(value)) noteFrame(value, page);
    return kind === 'pageEnd' ? close() : [];
  }

  return {
    take(value, kind, bytes) {
      page.bytes += bytes;
      const total = page.bytes;
      const placed = takePiece(value, kind, bytes);
      if (placed.length > 0) page.bytes = 0;
      return placed.map((one) => ({ ...one, bytes: total / placed.length }));
    },
  };
}

type Placed = Omit<PlacedValue, 'bytes'>;

/** The records of a page that is known whole. */
function recordsOf({ waiting, included, offerings, pagePath }: OpenPage, customApiId: string | null): Placed[] {
  const surroundings = { pagePath, offerings, pricingOptions: included.get('pricing_options') ?? [], customApiId };
  const others = [...included.values()].flat();
  return [
    ...waiting.map((value) => ({ value, surroundings, isIncluded: false })),
    ...others.map((value) => ({ value, surroundings, isIncluded: true })),
  ];
}

interface OpenPage {
  readonly waiting: Json[];
  readonly included: Map<string, Json[]>;
  readonly offerings: { readonly id: string; readonly planRefs: readonly unknown[] }[];
  pagePath: string | null;
  /** Read since a record was found last. */
  bytes: number;
  /** Of the records that wait for the page's end, and of what they need. */
  waitingBytes: number;
}

function openPage(): OpenPage {
  return { waiting: [], included: new Map(), offerings: [], pagePath: null, bytes: 0, waitingBytes: 0 };
}

function hasRoom({ waiting, offerings, waitingBytes }: OpenPage): boolean {
  return Math.max(waiting.length, offerings.length) < maxWaiting.records && waitingBytes < maxWaiting.bytes;
}

/** Answers whether the record waits for the page's end. */
function holdBack(record: Json, bytes: number, page: OpenPage): boolean {
  if (!waitingTypes.has(record.type) || !hasRoom(page)) return false;
  page.waiting.push(record);
  page.waitingBytes += bytes;
  return true;
}

/** What a page, or a piece of it, says beside its data. */
function noteFrame({ links, included }: Json, page: OpenPage): void {
  if (isObject(links) && typeof links.self === 'string') page.pagePath = links.self;
  if (!isObject(included)) return;
  for (const [name, list] of Object.entries(included)) {
    if (!Array.isArray(list)) continue;
    page.included.set(name, [...(page.included.get(name) ?? []), ...list.filter(isObject)]);
  }
}

function noteOffering({ type, id, attributes, meta }: Json, page: OpenPage): void {
  if (type !== 'subscription_offering' || typeof id !== 'string' || !hasRoom(page)) return;
  const own = isObject(attributes) && isObject(attributes.meta) ? attributes.meta : meta;
  const refs = isObject(own) ? own.external_plan_refs : null;
  const planRefs = Array.isArray(refs) ? refs.filter((ref) => typeof ref === 'string') : [];
  page.offerings.push({ id, planRefs });
  page.waitingBytes += planRefs.reduce((sum, ref) => sum + ref.length + bytesBesideTexts, bytesBesideTexts);
}
