import type { Ref } from 'react';
import type { CardFragment } from '../generated/graphql.ts';
import { Link } from './link.tsx';

interface ProductGridProps {
  readonly products: readonly CardFragment[];
  readonly ref?: Ref<HTMLUListElement>;
}

export function ProductGrid({ products, ref }: ProductGridProps) {
  return (
    <ul className="grid" ref={ref}>
      {products.map((product) => (
        <li key={product.id}>
          <Link to={`/p/${product.slug}`} className="card">
            <Picture product={product} />
            <strong>{product.name}</strong>
            <span className="price">{priceOf(product)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Picture({ product }: { readonly product: Pick<CardFragment, 'name' | 'mainImage'> }) {
  if (!product.mainImage) return <span className="picture empty">no picture yet</span>;
  return (
    <img className="picture" src={product.mainImage.url} alt={product.name} width="320" height="320" loading="lazy" />
  );
}

export const notForSale = 'Not for sale now';

export function priceOf({ priceRange }: Pick<CardFragment, 'priceRange'>): string {
  if (!priceRange) return notForSale;
  const { min, max } = priceRange;
  return min.money.amount === max.money.amount ? min.money.formatted : `from ${min.money.formatted}`;
}
