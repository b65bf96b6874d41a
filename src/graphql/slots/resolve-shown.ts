/** Members of a product that its resolvers make of what it shows: no document is read for them. */
import { MembersOfShown } from '../../domain/product/members-of-shown.ts';
import { type DetailName, detailPlaces } from '../../domain/product/product-details.ts';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import type { Member } from '../bytes/collect-members.ts';
import type { WriteValue } from '../bytes/query-run.ts';
import type { Write } from '../bytes/write-object.ts';
import type { DetailedSource, ShownSource } from '../product/product-ref.ts';
import type { CatalogView } from '../view/catalog-view.ts';
import { keepByDetail } from './kept-details.ts';
import type { Showing, ShownItem, ShownPage } from './shown-page.ts';

/** Those whose resolvers take a `ShownSource`. */
const ofSlots: ReadonlySet<string> = new Set(['mainImage', 'priceRange', 'childProducts']);
/** Those that are made of one detail alone, beside those that have its name, and which. */
const ofDetail: ReadonlyMap<string, DetailName> = new Map([
  ['extension', 'extensions'],
  ['nodes', 'nodeIds'],
  ['breadcrumbNodes', 'breadcrumbNodeIds'],
  ['parent', 'parentId'],
]);
/** Those that are made of a detail and of slots. As those of one detail, their resolvers take a `DetailedSource`. */
const ofBoth: ReadonlySet<string> = new Set(['priceFor', 'images']);

export interface ResolvedShown {
  readonly write: Write<ShownItem, ShownPage>;
  /** That has to be read for it. */
  readonly part: ShownPart;
}

/** Null: it takes a whole product. */
export function resolveShown(member: Member, { types, planMember }: Showing): ResolvedShown | null {
  const { field } = member;
  const detail = isDetail(field) ? field : ofDetail.get(field);
  const isDetailed = detail !== undefined || ofBoth.has(field);
  if (!isDetailed && !ofSlots.has(field)) return null;
  const toSource = isDetailed ? detailedSource : shownSource;
  let resolve: WriteValue | null = null;
  const write: ResolvedShown['write'] = (item, page, out) => {
    resolve ??= planMember(types.product, member);
    resolve(toSource(item, page), page.run, out);
  };
  return { part: isDetailed ? 'details' : 'slots', write: detail ? keepByDetail(detail, write) : write };
}

export function isDetail(field: string): field is DetailName {
  return Object.hasOwn(detailPlaces, field);
}

/** One for all that is made of a product: its details are parsed once. */
export function detailedSource(item: ShownItem, page: ShownPage): DetailedSource {
  const known = page.detailed.get(item);
  if (known) return known;
  const source = new SourceOfShown(item.item, page.view);
  page.detailed.set(item, source);
  return source;
}

function shownSource({ item }: ShownItem, { view }: ShownPage): ShownSource {
  return new SourceOfShown(item, view);
}

class SourceOfShown extends MembersOfShown implements DetailedSource {
  readonly view: CatalogView;

  constructor(product: ShownItem['item'], view: CatalogView) {
    super(product);
    this.view = view;
  }
}
