/** The stretch of one list that a page may come from, between two sort keys. */
export interface ListBounds {
  /** Where the list stands in the caller's order. */
  readonly position: number;
  readonly parentId: string | null;
  readonly after: string | null;
  readonly before: string | null;
}
