import { useEffect } from 'react';
import { shopData } from '#data';
import { ProductDocument, type ProductQuery, type QuoteFragment } from '../generated/graphql.ts';
import { contextOf, useKept, usePageTitle, usePlace } from '../location.ts';
import { CategoryLink } from '../parts/category-link.tsx';
import { Link } from '../parts/link.tsx';
import { Notice, Waiting } from '../parts/notice.tsx';
import { notForSale, Picture, priceOf } from '../parts/product-grid.tsx';
import { VariantPicker } from '../parts/variant-picker.tsx';

export function ProductPage({ slug }: { readonly slug: string }) {
  const [selected, setSelected] = useKept<readonly string[]>('selected', []);
  // As it is typed: for a moment the field may be empty.
  const [typed, setTyped] = useKept('quantity', '1');
  const quantity = Math.min(Math.max(1, Math.trunc(Number(typed)) || 1), 999);
  const variables = { slug, selected: [...selected], quantity: String(quantity), ...contextOf(usePlace()) };
  const { data, isLoading, problem } = shopData.useRead(ProductDocument, variables);
  const product = data?.productBy;
  usePageTitle(product?.name);
  useOffered(product, selected, setSelected);
  if (!product) return problem ? <Notice problem={problem} /> : <Waiting />;
  // What can be bought: of a parent its variant, once one is chosen.
  const shown = product.isBaseProduct ? product.variant : product;
  const [node] = product.nodes;
  const parent = node?.parent;
  return (
    <article className="product" aria-busy={isLoading}>
      <Notice problem={problem} />
      <nav className="trail" aria-label="Breadcrumbs">
        <Link to="/">Home</Link>
        {parent && <CategoryLink trail={[parent.parent, parent]} />}
        {node && <CategoryLink trail={[parent?.parent, parent, node]} />}
      </nav>
      <div className="columns">
        <Picture product={product} />
        <div>
          <h1>{product.name}</h1>
          <p className="lead">{product.description}</p>
          <p className="price large">{shown ? (shown.priceFor?.money.formatted ?? notForSale) : priceOf(product)}</p>
          {product.isBaseProduct && (
            <VariantPicker
              variations={product.variations}
              availability={product.optionAvailability ?? []}
              selected={selected}
              onSelect={setSelected}
            />
          )}
          <label className="field quantity">
            <span>Quantity</span>
            <input
              type="number"
              min="1"
              max="999"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => setTyped(String(quantity))}
            />
          </label>
          {shown?.priceFor && <Quote quote={shown.priceFor} />}
          <p className="sku">{shown ? shown.sku && `SKU ${shown.sku}` : 'Choose an option of each kind.'}</p>
          <ul className="tags">
            {product.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        </div>
      </div>
    </article>
  );
}

/** Gives up what the product has no more: the history keeps what was chosen in another channel, or before a publish. */
function useOffered(
  product: ProductQuery['productBy'] | undefined,
  selected: readonly string[],
  onSelect: (selected: readonly string[]) => void,
): void {
  const offered = product?.variations.flatMap(({ options }) => options.map(({ resourceId }) => resourceId));
  const left = offered ? selected.filter((option) => offered.includes(option)) : selected;
  useEffect(() => {
    if (left.length < selected.length) onSelect(left);
  });
}

/** How one unit comes to its price. */
function Quote({ quote: { quantity, money, steps, includesTax } }: { readonly quote: QuoteFragment }) {
  return (
    <details className="quote" open={steps.length > 1}>
      <summary>
        {money.formatted} each for {quantity}, {includesTax ? 'tax included' : 'before tax'}
      </summary>
      <ol>
        {steps.map(({ kind, explanation, money: price }) => (
          <li key={kind}>
            <span>{explanation}</span>
            <span>{price.formatted}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
