import type { PageItem } from '../../domain/paging/page.ts';
import type { ShownProduct } from '../../domain/product/product-slots.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { Made } from '../limits/work-plan.ts';

/** What a page of products is written with. */
export interface ShownPage {
  readonly marks: string;
  /** That money is formatted in. */
  readonly language: string;
  readonly now: Date;
  readonly lifetime: Pick<Lifetime, 'endBy'>;
  readonly cursorOf: (sortKey: string) => string;
  /** What was written of a text before, by what wrote it: products of a page have much in common. */
  readonly written: Map<object, Map<string, string>>;
  /** And what its texts are charged. */
  readonly counted: Map<string, Made>;
}

export type ShownItem = PageItem<ShownProduct>;

/** Equal texts of a page are written once. */
export function writtenOnce(
  { written }: ShownPage,
  writer: object,
  text: string,
  write: (text: string) => string,
): string {
  const ofWriter = written.get(writer) ?? new Map<string, string>();
  written.set(writer, ofWriter);
  const known = ofWriter.get(text);
  if (known !== undefined) return known;
  const made = write(text);
  ofWriter.set(text, made);
  return made;
}
