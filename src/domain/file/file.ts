import type { Int64 } from '../input/exact-json.ts';

/** A file of the store, such as a picture of a product. Its content is elsewhere: the gateway knows where, and never fetches it. */
export interface File {
  readonly id: string;
  /** Absolute, `http` or `https`. */
  readonly url: string;
  readonly fileName: string | null;
  readonly mimeType: string | null;
  /** In pixels; null: it is no picture, or the platform does not say. */
  readonly width: number | null;
  readonly height: number | null;
  /** In bytes. */
  readonly size: Int64 | null;
}
