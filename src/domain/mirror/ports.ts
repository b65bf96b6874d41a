import type { HeldPlace, HeldPlaceStore } from '../held-place.ts';

/** What instances share of a mirror: the place of who copies, what is copied, and how that went. */
export interface MirrorStore extends HeldPlaceStore {
  getState(): Promise<MirrorState>;
  /** Somebody says that there is something new. */
  requestSync(): Promise<void>;
  /** A sync begins, which answers the requests so far. */
  noteBegun(requests: number): Promise<void>;
  /** The mirror is what the platform showed then. */
  noteCurrent(at: string): Promise<void>;
  /** It could not be renewed: why, in a sentence. */
  noteProblem(problem: string): Promise<void>;
  /** The releases that are copies and can be read, the newest first. */
  listCopies(): Promise<CopiedRelease[]>;
}

export interface MirrorState extends HeldPlace {
  /** How often a sync was requested, and how many of these requests one has begun to answer. */
  readonly requests: number;
  readonly answered: number;
  /** How often one was begun. */
  readonly begun: number;
  /** When the mirror was last what the platform showed; null: never. */
  readonly currentAt: string | null;
  /** Why it could not be renewed since; null: it could. */
  readonly problem: string | null;
}

export interface CopiedRelease {
  readonly catalogId: string;
  readonly releaseId: string;
  readonly originalId: string;
  readonly publishedAt: string;
  readonly isCurrent: boolean;
}
