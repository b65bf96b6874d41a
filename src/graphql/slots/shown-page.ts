import type { ShownItem } from '../../domain/product/shown-product.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { Made } from '../limits/work-plan.ts';
import type { Constant } from './byte-writer.ts';

export type { ShownItem };

/** What a page of products is written with. */
export interface ShownPage {
  readonly marks: string;
  /** What money is formatted in. */
  readonly language: string;
  /** What the language comes to there. */
  readonly locale: string;
  readonly now: Date;
  readonly lifetime: Pick<Lifetime, 'endBy'>;
  readonly cursorOf: (sortKey: string) => string;
  /** What its texts are charged: products of a page have much in common. */
  readonly counted: Map<string, Made>;
  /** Lines of prices as they were written, by what is selected of them. */
  readonly prices: Map<string, Map<string, Constant>>;
}
