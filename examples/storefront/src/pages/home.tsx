import { shopData } from '#data';
import { HomeDocument, MenuDocument } from '../generated/graphql.ts';
import { categoryPath, contextOf, usePageTitle, usePlace } from '../location.ts';
import { Link } from '../parts/link.tsx';
import { Notice, Waiting } from '../parts/notice.tsx';
import { ProductGrid } from '../parts/product-grid.tsx';

export function HomePage() {
  usePageTitle();
  const { context, currency } = contextOf(usePlace());
  const { data, problem } = shopData.useRead(MenuDocument, { context });
  const latest = shopData.useRead(HomeDocument, { context, currency });
  if (!data) return problem ? <Notice problem={problem} /> : <Waiting />;
  return (
    <>
      <Notice problem={problem ?? latest.problem} />
      <section className="hero">
        <h1>For people who go outside on purpose.</h1>
        <p>Jackets, boots, tents and tea, and the maps to get lost with.</p>
      </section>
      <ul className="tiles">
        {data.catalogRoots?.nodes.map(({ id, name, slug, description }) => {
          const path = categoryPath([{ slug }]);
          return (
            path && (
              <li key={id}>
                <Link to={path} className="tile">
                  <strong>{name}</strong>
                  <span>{description}</span>
                </Link>
              </li>
            )
          );
        })}
      </ul>
      <h2>Just in</h2>
      <ProductGrid products={latest.data?.products?.nodes ?? []} />
    </>
  );
}
