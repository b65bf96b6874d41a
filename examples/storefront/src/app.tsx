import { useEffect, useRef } from 'react';
import { decoded, directionOf, usePlace } from './location.ts';
import { CategoryPage } from './pages/category.tsx';
import { HomePage } from './pages/home.tsx';
import { KeysPage } from './pages/keys.tsx';
import { ProductPage } from './pages/product.tsx';
import { SubscribePage } from './pages/subscribe.tsx';
import { Header } from './parts/header.tsx';
import { Link } from './parts/link.tsx';

export function App() {
  const { path, language } = usePlace();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  // The link that was followed may be gone: keyboards and screen readers go on from the new page.
  useEffect(() => {
    if (shown.current !== path) main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  return (
    <>
      <Header />
      <main ref={main} tabIndex={-1}>
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
  const [, kind, rest = ''] = /^\/([^/]*)\/?(.*?)\/?$/.exec(path) ?? [];
  if (kind === '') return <HomePage />;
  if (kind === 'c') return <CategoryPage key={rest} path={decoded(rest)} />;
  if (kind === 'p') return <ProductPage key={rest} slug={decoded(rest)} />;
  if (kind === 'subscribe') return <SubscribePage />;
  if (kind === 'keys') return <KeysPage />;
  return <p className="notice">There is nothing here.</p>;
}
