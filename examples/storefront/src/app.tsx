import { usePlace } from './location.ts';
import { CategoryPage } from './pages/category.tsx';
import { HomePage } from './pages/home.tsx';
import { KeysPage } from './pages/keys.tsx';
import { ProductPage } from './pages/product.tsx';
import { SubscribePage } from './pages/subscribe.tsx';
import { Header } from './parts/header.tsx';
import { Link } from './parts/link.tsx';

export function App() {
  const { path } = usePlace();
  return (
    <>
      <Header />
      <main>
        <Page path={path} />
      </main>
      <footer className="footer">
        <span>An example shop on the gateway’s demo store.</span>
        <Link to="/keys">Application keys</Link>
      </footer>
    </>
  );
}

function Page({ path }: { readonly path: string }) {
  const [, kind, rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
  if (kind === '') return <HomePage />;
  if (kind === 'c') return <CategoryPage key={rest} path={decodeURIComponent(rest)} />;
  if (kind === 'p') return <ProductPage key={rest} slug={decodeURIComponent(rest)} />;
  if (kind === 'subscribe') return <SubscribePage />;
  if (kind === 'keys') return <KeysPage />;
  return <p className="notice">There is nothing here.</p>;
}
