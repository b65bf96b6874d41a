import type { Problem } from '../data/shop-data.ts';

export function Notice({ problem }: { readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <p className="notice" role="alert">
      {problem.message}
    </p>
  );
}

export function Waiting() {
  return (
    <p className="waiting" aria-busy="true">
      Just a moment …
    </p>
  );
}
