/** What the platform shows by now: its catalogs, the rules that choose one, and the release of each. */
import { z } from 'zod';
import type { CatalogResource } from '../contract/catalog.ts';
import { type CatalogRuleResource, unknownCriteriaOf } from '../contract/catalog-rule.ts';
import { timestamp } from '../contract/members.ts';
import { excerpt } from '../domain/errors.ts';
import { identifier } from '../domain/input/identifiers.ts';
import { formatViolation } from '../domain/input/violations.ts';
import { parseRecord } from '../importer/records.ts';
import { type CatalogProblem, isOfCatalog, MirrorProblem } from './mirror-problem.ts';
import { isWhole, type Json, lacking, type PlatformReader } from './platform-reader.ts';

export interface PlatformRelease {
  readonly id: string;
  readonly catalogId: string;
  readonly publishedAt: string;
  /** Null: the platform does not count them. */
  readonly totalProducts: number | null;
  /** Where the products are that changed since the release before it; null: nowhere. */
  readonly deltaLink: string | null;
  /** Whether they are all that it has. */
  readonly isFullDelta: boolean;
}

export interface PlatformDirectory {
  readonly catalogs: readonly CatalogResource[];
  readonly rules: readonly CatalogRuleResource[];
  /** Of the catalogs that have one. */
  readonly releases: readonly PlatformRelease[];
  /** Catalogs whose release the platform fails to name, each by what it says. */
  readonly unread: ReadonlyMap<string, CatalogProblem>;
  /** Rules that can't be followed as they are meant, each as a sentence. */
  readonly remarks: readonly string[];
}

/** `base`: of the catalogs' paths. */
export async function readDirectory(reader: PlatformReader, base: string): Promise<PlatformDirectory> {
  const catalogs = (await readAll(reader, base)).map((record) => accept(record, 'catalog'));
  const rules = (await readAll(reader, `${base}/rules`)).map((record) => accept(record, 'catalog_rule'));
  expectCatalogs(catalogs, rules);
  const releases: PlatformRelease[] = [];
  const unread = new Map<string, CatalogProblem>();
  for (const { id } of catalogs) {
    try {
      const latest = await reader.findOne(`${releasesPath(base, id)}/latestPublished`);
      if (latest) releases.push(toRelease(latest, id));
    } catch (error) {
      if (!isOfCatalog(error)) throw error;
      unread.set(id, error);
    }
  }
  return { catalogs, rules, releases, unread, remarks: rules.flatMap(remarksOn) };
}

/** @throws MirrorProblem where a rule chooses what the platform does not list: without it, its shoppers would be shown another catalog */
function expectCatalogs(catalogs: readonly CatalogResource[], rules: readonly CatalogRuleResource[]): void {
  const listed = new Set(catalogs.map(({ id }) => id));
  const rule = rules.find(({ attributes }) => !listed.has(attributes.catalog_id));
  if (!rule) return;
  const [ruleId, catalogId] = [excerpt(rule.id), excerpt(rule.attributes.catalog_id)];
  throw new MirrorProblem(
    `The platform's rule '${ruleId}' is of the catalog '${catalogId}', which is not among its catalogs.`,
  );
}

/** The published releases of a catalog, the newest first. */
export async function readReleases(
  reader: PlatformReader,
  base: string,
  catalogId: string,
): Promise<PlatformRelease[]> {
  const records = await readAll(reader, releasesPath(base, catalogId));
  return records.filter(isPublished).map((record) => toRelease(record, catalogId));
}

export function releasesPath(base: string, catalogId: string): string {
  return `${base}/${encodeURIComponent(catalogId)}/releases`;
}

/** The whole list. @throws MirrorProblem where it is not, also because it changed between two pages: whatever lacks would be removed here */
async function readAll(reader: PlatformReader, path: string): Promise<Json[]> {
  const records = new Map<unknown, Json>();
  const totals = new Set<number | null>();
  const list = await reader.readList(path, '', async ({ data, total, isAtLeast }) => {
    if (!isAtLeast) totals.add(total);
    for (const record of data) records.set(record.id, record);
  });
  if (totals.size > 1) throw new MirrorProblem(`The platform's list ${path} changed while it was read.`);
  if (!isWhole(list)) throw new MirrorProblem(lacking(path, list));
  return [...records.values()];
}

/** @throws MirrorProblem */
function accept<Type extends 'catalog' | 'catalog_rule'>(record: Json, type: Type) {
  const parsed = parseRecord({ ...record, type });
  if ('record' in parsed) return parsed.record as Type extends 'catalog' ? CatalogResource : CatalogRuleResource;
  const [violation] = parsed.violations;
  const why = violation ? formatViolation(violation) : '';
  throw new MirrorProblem(`A ${type} of the platform can't be copied: ${why}`);
}

const release = z.looseObject({
  id: identifier,
  attributes: z.looseObject({ published_at: timestamp.nullish() }).nullish(),
  meta: z
    .looseObject({
      total_products: z.union([z.number(), z.bigint()]).nullish(),
      is_full_delta: z.boolean().nullish(),
      created_at: timestamp.nullish(),
    })
    .nullish(),
  relationships: z
    .looseObject({
      delta: z.looseObject({ links: z.looseObject({ related: z.string().nullish() }).nullish() }).nullish(),
    })
    .nullish(),
});

function toRelease(record: Json, catalogId: string): PlatformRelease {
  const parsed = release.safeParse(record);
  if (!parsed.success) throw new MirrorProblem(`A release of the platform's catalog '${catalogId}' can't be read.`);
  const { id, attributes, meta, relationships } = parsed.data;
  const publishedAt = attributes?.published_at ?? meta?.created_at;
  if (publishedAt == null) {
    throw new MirrorProblem(
      `The platform's release '${id}' of the catalog '${catalogId}' does not say when it was published.`,
    );
  }
  return {
    id,
    catalogId,
    publishedAt,
    totalProducts: meta?.total_products == null ? null : Number(meta.total_products),
    deltaLink: relationships?.delta?.links?.related || null,
    isFullDelta: meta?.is_full_delta === true,
  };
}

function isPublished({ meta }: Json): boolean {
  const status = (meta as Json | undefined)?.release_status;
  return status == null || status === 'PUBLISHED';
}

function remarksOn({ id, attributes }: CatalogRuleResource): string[] {
  return unknownCriteriaOf(attributes).map(
    (name) => `The rule '${id}' fits nobody here: the gateway can't hold '${name}' against a shopper.`,
  );
}
