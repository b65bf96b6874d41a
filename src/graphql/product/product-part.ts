import type { ListPage } from '../../domain/paging/list-page.ts';
import { slicePage } from '../../domain/paging/slice-page.ts';
import type { ProductPartQuery } from '../../domain/product/ports.ts';
import type { Product } from '../../domain/product/product.ts';
import type { InView } from '../view/catalog-view.ts';
import type { Within } from './product-ref.ts';

interface PartQuery<Part, Item> extends ProductPartQuery {
  readonly product: InView<Product>;
  readonly listOf: (product: InView<Product>) => readonly Part[] | Promise<readonly Part[]>;
  readonly toItem: (part: Part) => Item;
}

/** A page of a list that stands within a product: of the release that its cursor names, or else of the product's own. */
export async function loadPart<Part, Item extends object>({
  product,
  listOf,
  toItem,
  ...query
}: PartQuery<Part, Item>): Promise<ListPage<Within<Item>>> {
  const { view, id } = product;
  const { window, releaseId, cursorOf } = await view.openPart({ product, ...query });
  const own = releaseId === product.releaseId ? product : await view.loaders.product.load({ releaseId, id });
  const { items, ...page } = slicePage(own ? await listOf(own) : [], window);
  return {
    ...page,
    cursorOf,
    items: items.map(({ item, sortKey }) => ({ item: { ...toItem(item), releaseId, view }, sortKey })),
  };
}
