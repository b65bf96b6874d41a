import type { GraphQLObjectType } from 'graphql';
import type { Price } from '../../domain/product/price.ts';
import type { ShownItem } from '../../domain/product/shown-product.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { Constant } from '../bytes/byte-writer.ts';
import type { Collecting, Member } from '../bytes/collect-members.ts';
import type { QueryRun, WriteValue } from '../bytes/query-run.ts';
import type { Made } from '../limits/work-plan.ts';
import type { DetailedSource } from '../product/product-ref.ts';
import type { CatalogView } from '../view/catalog-view.ts';
import type { DetailTexts } from './detail-texts.ts';
import type { WrittenText } from './written-text.ts';

export type { ShownItem };

/** What is written without being executed. */
export interface ShownTypes {
  readonly connection: GraphQLObjectType;
  readonly edge: GraphQLObjectType;
  readonly product: GraphQLObjectType;
  readonly price: GraphQLObjectType;
  readonly money: GraphQLObjectType;
}

export interface Showing extends Collecting {
  readonly types: ShownTypes;
  /** What writes a member by its resolver. */
  readonly planMember: (type: GraphQLObjectType, member: Member) => WriteValue;
}

/** What a page of products is written with. */
export interface ShownPage {
  readonly run: QueryRun;
  readonly view: CatalogView;
  /** What the view's language comes to where money is formatted. */
  readonly locale: string;
  readonly now: Date;
  readonly lifetime: Pick<Lifetime, 'endBy'>;
  readonly cursorOf: (sortKey: string) => string;
  /** What its texts are charged: products of a page have much in common. */
  readonly counted: Map<string, Made>;
  /** What details are charged. */
  readonly countedDetails: DetailTexts<Made>;
  /** Its products as sources of resolvers that want details. */
  readonly detailed: Map<ShownItem, DetailedSource>;
  /** What was made of details (`kept-details.ts`); null: the text was seen once. */
  readonly writtenDetails: DetailTexts<WrittenText | null>;
  /** Lines of prices as they were written, by what is selected of them. */
  readonly prices: Map<string, Map<string, Constant>>;
  /** How many prices its products have. */
  readonly priceCounts: Map<ShownItem, number>;
  /** What its products cost as of now, by currency. */
  readonly pricesNow: Map<string, Map<ShownItem, Price | null>>;
}
