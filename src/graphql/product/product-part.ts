import type { ListPage } from '../../domain/paging/list-page.ts';
import { slicePage } from '../../domain/paging/slice-page.ts';
import type { ProductPart, ProductPartQuery } from '../../domain/product/ports.ts';
import type { Product } from '../../domain/product/product.ts';
import { type Connection, toConnection } from '../schema/connection.ts';
import type { InView, MaybePromise } from '../view/catalog-view.ts';
import type { Within } from './product-ref.ts';

interface PartQuery<Part, Item> extends ProductPartQuery {
  readonly product: InView<Product>;
  readonly listOf: (product: InView<Product>) => MaybePromise<readonly Part[]>;
  readonly toItem: (part: Part) => Item;
}

type PartConnection<Item> = Connection<Within<Item>, ListPage<Within<Item>>>;

/**
 * A page of a list that stands within a product: of the release that its cursor names, or else of the product's own. At once, where that
 * is known and the list is there.
 */
export function connectPart<Part, Item extends object>(
  query: PartQuery<Part, Item>,
): MaybePromise<PartConnection<Item>> {
  const { listOf, toItem, ...opened } = query;
  return whenThere(opened.product.view.openPart(opened), (part) => connect(query, part));
}

function connect<Part, Item extends object>(
  { product, listOf, toItem }: PartQuery<Part, Item>,
  { window, releaseId, cursorOf }: ProductPart,
): MaybePromise<PartConnection<Item>> {
  const { view, id } = product;
  const own = releaseId === product.releaseId ? product : view.loaders.product.load({ releaseId, id });
  const list = whenThere(own, (found) => (found ? listOf(found) : []));
  return whenThere(list, (known) => {
    const { items, ...page } = slicePage(known, window);
    const inRelease = items.map(({ item, sortKey }) => ({ item: { ...toItem(item), releaseId, view }, sortKey }));
    return toConnection({ ...page, cursorOf, items: inRelease });
  });
}

function whenThere<Value, Result>(
  value: MaybePromise<Value>,
  then: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
