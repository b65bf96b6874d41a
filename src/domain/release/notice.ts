/** Gateways see within a second what was announced, and need some time then. */
const leastMs = 1500;
/** The more products, the more pages there are of them. */
const productsPerMs = 12.5;

/** Whoever announced a release and has not published it by then never will. */
export const longestNoticeMs = 120_000;

/** How long before it is current a release of so many products is announced, in milliseconds, and no more than so many. */
export function noticeOf(products: number, mostMs: number): number {
  return Math.min(mostMs, leastMs + products / productsPerMs);
}
