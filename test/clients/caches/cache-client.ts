/** A client with a normalised cache, as a storefront has one. */
// A screen's data is whatever its document selects.
// biome-ignore lint/suspicious/noExplicitAny: the shape is the document's
export type Data = any;

export interface CacheClient {
  /** From the cache where it knows everything, or else from the gateway. */
  query(document: string, variables: object): Promise<Data>;
  /** From the gateway, through the cache. */
  refetch(document: string, variables: object): Promise<Data>;
  /** What the cache alone makes of it; null: it does not know everything. */
  read(document: string, variables: object): Promise<Data | null>;
  /** What a page that was rendered on a server takes along, as JSON. */
  extract(): Data;
}

export type OpenClient = (options: {
  readonly url: string;
  /** That every request of the session has. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a server's client had extracted. */
  readonly initial?: Data;
}) => CacheClient;
