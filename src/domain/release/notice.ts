/** What is announced, and what is published, is seen by every instance within this time. */
export const directoryMaxAgeMs = 1000;
/** Gateways need some time when they have seen it. */
const leastMs = 1500;
/** The more products, the more pages there are of them. */
const productsPerMs = 12.5;

/** Whoever announced a release and has not published it by then never will. */
export const longestNoticeMs = 120_000;

/** How long before it is current a release of so many products is announced, in milliseconds, and no more than so many. */
export function noticeOf(products: number, mostMs: number): number {
  return Math.min(mostMs, leastMs + products / productsPerMs);
}
