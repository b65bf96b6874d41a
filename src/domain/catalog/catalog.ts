import type { Localisation } from '../language/localisation.ts';

/** A selection of products for some shoppers. What it shows is its current release; without one it shows nothing. */
export interface Catalog {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly currentRelease: Release | null;
  /** When files were last published: they are in no release, so that responses are made anew then. */
  readonly filesPublishedAt: string | null;
}

/** An immutable, complete edition of a catalog: every answer that comes from it is true to one moment of publishing. */
export interface Release {
  readonly id: string;
  readonly catalogId: string;
  readonly publishedAt: string;
  readonly productCount: number;
  /** That it has texts in, its own first: BCP 47 tags. */
  readonly languages: readonly string[];
}

/** Points shoppers to a catalog. An empty criterion fits everyone (contract, child list, rule 3). */
export interface CatalogRule {
  readonly id: string;
  readonly catalogId: string;
  readonly name: string;
  readonly channels: readonly string[];
  readonly tags: readonly string[];
  readonly accountIds: readonly string[];
  readonly accountTagIds: readonly string[];
  readonly customerIds: readonly string[];
  /** Names of criteria that the gateway can't hold against a shopper: with any, the rule fits nobody. */
  readonly unknownCriteria: readonly string[];
  readonly schedules: readonly Schedule[];
  readonly createdAt: string;
}

/** Holds from `validFrom` (inclusive) to `validTo` (exclusive); null means without that end. RFC 3339. */
export interface Schedule {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** All catalogs and rules, in the order in which they were created. */
export interface CatalogDirectory {
  readonly catalogs: readonly Catalog[];
  readonly rules: readonly CatalogRule[];
}

/** What is published, and what will be in a moment. */
export interface CatalogDirectories {
  readonly current: CatalogDirectory;
  /** With the releases that were announced in the places of the current ones; null: none was. */
  readonly upcoming: CatalogDirectory | null;
}

/** Which catalog answers this shopper, and why. */
export interface CatalogSelection {
  readonly catalog: Catalog;
  readonly release: Release;
  /** Null: no rule fits, or there are none. */
  readonly rule: CatalogRule | null;
  /** Why this one, in a sentence for developers. */
  readonly reason: string;
  /** Of the release's languages the one that fits the shopper's wish best; null: the release names none. */
  readonly language: string | null;
}

/** A category of a catalog's hierarchy. */
export interface CatalogNode {
  readonly id: string;
  readonly releaseId: string;
  readonly isLive: boolean;
  readonly name: string;
  /** That its name and description are in; null: not said. */
  readonly language: string | null;
  readonly localisations: readonly Localisation[];
  readonly description: string | null;
  readonly slug: string | null;
  readonly parentId: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}
