/** Members of a product that its resolvers make of what it shows: no document is read for them. */
import { MembersOfShown } from '../../domain/product/members-of-shown.ts';
import type { Member } from '../bytes/collect-members.ts';
import type { WriteValue } from '../bytes/query-run.ts';
import type { Write } from '../bytes/write-object.ts';
import type { ShownSource } from '../product/product-ref.ts';
import type { CatalogView } from '../view/catalog-view.ts';
import type { Showing, ShownItem, ShownPage } from './shown-page.ts';

/** Those whose resolvers take a `ShownSource`. */
const fields: ReadonlySet<string> = new Set(['mainImage', 'priceRange', 'childProducts']);

/** Null: it takes a whole product. */
export function resolveShown(member: Member, { types, planMember }: Showing): Write<ShownItem, ShownPage> | null {
  if (!fields.has(member.field)) return null;
  let write: WriteValue | null = null;
  return ({ item }, { view, run }, out) => {
    write ??= planMember(types.product, member);
    write(new SourceOfShown(item, view), run, out);
  };
}

class SourceOfShown extends MembersOfShown implements ShownSource {
  readonly view: CatalogView;

  constructor(product: ShownItem['item'], view: CatalogView) {
    super(product);
    this.view = view;
  }
}
