import type { MouseEvent, ReactNode } from 'react';
import { hrefOf, navigate, usePlace } from '../location.ts';

interface LinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To another page in the same channel and language. */
export function Link({ to, className, children }: LinkProps) {
  const href = hrefOf(to, usePlace());
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} className={className} onClick={follow}>
      {children}
    </a>
  );
}
