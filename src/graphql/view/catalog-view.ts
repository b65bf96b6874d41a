import type DataLoader from 'dataloader';
import type { CatalogNode, CatalogSelection } from '../../domain/catalog/catalog.ts';
import type { CatalogNodePage, ChildNodesQuery, NodesQuery } from '../../domain/catalog/ports.ts';
import { originalOf } from '../../domain/language/localisation.ts';
import type { PageItem } from '../../domain/paging/page.ts';
import type {
  ChildrenQuery,
  FacetValue,
  ListQuery,
  NodeProductsQuery,
  OptionFacet,
  PageCursors,
  PriceBounds,
  PriceRangeOf,
  ProductLookup,
  ProductPage,
  ProductPart,
  ProductPartQuery,
} from '../../domain/product/ports.ts';
import type { CurrentPriceRange } from '../../domain/product/price-range.ts';
import type { Product } from '../../domain/product/product.ts';
import type { ShownProduct } from '../../domain/product/shown-product.ts';
import type { VariationMatrix } from '../../domain/product/variation-matrix.ts';
import type { RequestContext } from '../../domain/request-context.ts';

/**
 * The catalog as the shopper of one context sees it. An operation may show several: what a root field opened one for is read,
 * named and formatted in it, however deep. Resolvers reach the context and the catalog through their source's view, and
 * have no other way to them.
 */
export interface CatalogView {
  /** Of ids: the members of the context that were stated. */
  readonly marks: string;
  readonly requestContext: RequestContext;
  readonly loaders: CatalogLoaders;
  /** What the shopper is shown: as it is, and then each time that it is another catalog or release. */
  watch(): Promise<AsyncIterableIterator<CatalogSelection>>;
  /** Where a page of a list within a product lies: at once, where that is known. */
  openPart(query: ProductPartQuery): ProductPart | Promise<ProductPart>;
}

/** A thing of the catalog, and the view that it was read in. A copy: stored things are shared by requests. */
export type InView<Thing> = Thing & { readonly view: CatalogView };

/** And what the store has of it, whatever language it is shown in. */
export type Seen<Thing> = InView<Thing> & { readonly stored: Thing };

export function inView<Thing extends object>(thing: Thing, view: CatalogView): Seen<Thing> {
  return { ...thing, view, stored: originalOf(thing) };
}

/** Names a thing in one release; `releaseId` null means the shopper's current one. */
export interface ReleaseKey {
  readonly releaseId: string | null;
  readonly id: string;
}

/** A page whose products are in view, too. */
export interface PageInView extends InView<ProductPage> {
  readonly items: readonly PageItem<InView<Product> | ShownProduct>[];
}

export interface NodePageInView extends InView<CatalogNodePage> {
  readonly items: readonly PageItem<InView<CatalogNode>>[];
}

export type MaybePromise<Value> = Value | Promise<Value>;

export interface CatalogLoaders {
  /** Null: no live product of the release. */
  readonly product: DataLoader<ReleaseKey, InView<Product> | null, string>;
  /** The same, at once where it was loaded before. */
  readonly findProduct: (releaseId: string, id: string) => MaybePromise<InView<Product> | null>;
  /** By slug or sku, of the current release. */
  readonly productBy: DataLoader<ProductLookup, InView<Product> | null, string>;
  readonly matrix: DataLoader<ReleaseKey, VariationMatrix | null, string>;
  readonly priceRange: DataLoader<PriceRangeOf, CurrentPriceRange | null, string>;
  readonly pageCursors: DataLoader<ProductPage, PageCursors | null>;
  readonly facetValues: DataLoader<{ readonly page: ProductPage; readonly kind: 'tags' | 'types' }, FacetValue[]>;
  readonly facetOptions: DataLoader<ProductPage, OptionFacet[]>;
  /** Null: nothing of the list has a price in that currency. */
  readonly priceBounds: DataLoader<{ readonly page: ProductPage; readonly currency: string }, PriceBounds | null>;
  /** Null: no node of the release. */
  readonly catalogNode: DataLoader<ReleaseKey, InView<CatalogNode> | null, string>;
  /** The same, at once where it was loaded before. */
  readonly findNode: (releaseId: string, id: string) => MaybePromise<InView<CatalogNode> | null>;
  readonly children: DataLoader<ChildrenQuery, PageInView, string>;
  readonly list: DataLoader<ListQuery, PageInView, string>;
  readonly nodeProducts: DataLoader<NodeProductsQuery, PageInView, string>;
  readonly childNodes: DataLoader<ChildNodesQuery, NodePageInView, string>;
  /** Null: no live node of the current release. */
  readonly nodeBySlug: DataLoader<string, InView<CatalogNode> | null>;
  readonly nodeList: DataLoader<NodesQuery, NodePageInView, string>;
}
