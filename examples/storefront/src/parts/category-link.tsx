import { categoryPath } from '../location.ts';
import { Link } from './link.tsx';

interface Category {
  readonly name: string;
  readonly slug: string | null;
}

interface CategoryLinkProps {
  /** From as far above it as is known down to the category itself. */
  readonly trail: readonly [...(Category | null | undefined)[], Category];
}

/** To a category; its name alone where it has no page. */
export function CategoryLink({ trail }: CategoryLinkProps) {
  const name = trail.at(-1)?.name;
  const path = categoryPath(trail);
  return path === null ? <span>{name}</span> : <Link to={path}>{name}</Link>;
}
