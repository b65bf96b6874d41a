/** A category is one query by what its URL holds; each page more is another, so that what is on the screen stays as it is. */

import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { shopData } from '#data';
import { CategoryDocument, MoreProductsDocument, type ProductSort } from '../generated/graphql.ts';
import { contextOf, useKept, usePageTitle, usePlace } from '../location.ts';
import { CategoryLink } from '../parts/category-link.tsx';
import { Facets } from '../parts/facets.tsx';
import { Link } from '../parts/link.tsx';
import { Notice, Waiting } from '../parts/notice.tsx';
import { ProductGrid } from '../parts/product-grid.tsx';
import { noWish, toVariables, type Wish } from '../wish.ts';

const pageSize = 12;

const orders: Readonly<Record<ProductSort, string>> = {
  UPDATED_AT_DESC: 'Latest changes',
  CREATED_AT_DESC: 'New',
  NAME_ASC: 'Name, A to Z',
  NAME_DESC: 'Name, Z to A',
  PRICE_ASC: 'Price, low to high',
  PRICE_DESC: 'Price, high to low',
};

export function CategoryPage({ path }: { readonly path: string }) {
  const [wish, setWish] = useKept('wish', noWish);
  const place = usePlace();
  const context = contextOf(place);
  const variables = { path, first: pageSize, ...toVariables(wish, context.currency), ...context };
  const { data, problem } = shopData.useRead(CategoryDocument, variables);
  const node = data?.nodeBySlug;
  usePageTitle(node?.name);
  if (!node) return problem ? <Notice problem={problem} /> : <Waiting />;
  const parent = node.parent;
  const grandparent = parent?.parent;
  return (
    <>
      <Notice problem={problem} />
      <nav className="trail" aria-label="Breadcrumbs">
        <Link to="/">Home</Link>
        {grandparent && <CategoryLink trail={[grandparent]} />}
        {parent && <CategoryLink trail={[grandparent, parent]} />}
      </nav>
      <h1>{node.name}</h1>
      <p className="lead">{node.description}</p>
      <ul className="chips" aria-label="Subcategories">
        {node.children?.nodes.map((child) => (
          <li key={child.id}>
            <CategoryLink trail={[grandparent, parent, node, child]} />
          </li>
        ))}
      </ul>
      <Toolbar wish={wish} onChange={setWish} />
      {node.products && (
        <div className="listing">
          <Facets facets={node.products.facets} wish={wish} onChange={setWish} language={place.language} />
          <div>
            <p className="count" role="status">
              {node.products.totalCount} products
            </p>
            <ProductGrid products={node.products.nodes} />
            {node.products.pageInfo.hasNextPage && (
              <More
                key={node.products.pageInfo.endCursor}
                path={path}
                wish={wish}
                after={node.products.pageInfo.endCursor ?? ''}
              />
            )}
          </div>
        </div>
      )}
    </>
  );
}

interface ToolbarProps {
  readonly wish: Wish;
  readonly onChange: (wish: Wish) => void;
}

function Toolbar({ wish, onChange }: ToolbarProps) {
  const words = useRef<HTMLInputElement>(null);
  // Also when the history leads to another search.
  useEffect(() => {
    if (words.current) words.current.value = wish.search ?? '';
  }, [wish.search]);
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onChange({ ...wish, search: words.current?.value.trim() || null });
  }
  return (
    <search>
      <form className="toolbar" onSubmit={search}>
        <input
          ref={words}
          name="search"
          type="search"
          placeholder="Search in here"
          aria-label="Search"
          maxLength={200}
        />
        <select
          aria-label="Order"
          value={wish.sort}
          onChange={({ target }) => onChange({ ...wish, sort: target.value as ProductSort })}
        >
          {Object.entries(orders).map(([sort, name]) => (
            <option key={sort} value={sort}>
              {name}
            </option>
          ))}
        </select>
      </form>
    </search>
  );
}

interface MoreProps {
  readonly path: string;
  readonly wish: Wish;
  readonly after: string;
}

function More(props: MoreProps) {
  const [attempt, setAttempt] = useKept(props.after, 0);
  // Not where the history leads back to what was loaded before.
  const isAsked = useRef(false);
  function ask() {
    isAsked.current = true;
    setAttempt(attempt + 1);
  }
  const button = (
    <button type="button" className="more" onClick={ask}>
      Load more
    </button>
  );
  return attempt > 0 ? (
    <NextPage key={attempt} {...props} isRetry={attempt > 1} again={button} isAsked={isAsked} />
  ) : (
    button
  );
}

interface NextPageProps extends MoreProps {
  readonly again: ReactNode;
  readonly isRetry: boolean;
  readonly isAsked: RefObject<boolean>;
}

function NextPage({ path, wish, after, again, isRetry, isAsked }: NextPageProps) {
  const context = contextOf(usePlace());
  const variables = { path, after, first: pageSize, ...toVariables(wish, context.currency), ...context };
  const { data, problem } = shopData.useRead(MoreProductsDocument, variables, { isRetry });
  const page = data?.nodeBySlug?.products;
  const grid = useRef<HTMLUListElement>(null);
  // The button is gone: keyboards and screen readers go on with the first of what it has brought.
  useEffect(() => {
    if (!page || !isAsked.current) return;
    isAsked.current = false;
    const hasGoneOn = document.activeElement !== document.body;
    if (!hasGoneOn) grid.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [page, isAsked]);
  if (!page && !problem) return <Waiting />;
  if (!page && problem?.isOutdated) return <Outdated />;
  if (!page)
    return (
      <>
        <Notice problem={problem} />
        {again}
      </>
    );
  return (
    <>
      <ProductGrid ref={grid} products={page.nodes} />
      {page.pageInfo.hasNextPage && <More path={path} wish={wish} after={page.pageInfo.endCursor ?? ''} />}
    </>
  );
}

/** What was ordered and ticked is kept: the history has it. */
function Outdated() {
  return (
    <>
      <p className="notice" role="alert">
        What we sell has changed since this page was opened.
      </p>
      <button type="button" className="more" onClick={() => window.location.reload()}>
        Show it anew
      </button>
    </>
  );
}
