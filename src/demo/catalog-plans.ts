/** The demo store's catalogs: the same range, less a few products, at three price levels. */
import { demoId } from './demo-id.ts';
import type { Currency } from './money.ts';

export interface CatalogPlan {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly pricebookId: string;
  /** Of the list price, in percent. */
  readonly pricePercent: number;
  /** The currency of display prices, for products that are sold in it. */
  readonly displayCurrency: Currency;
  readonly publishedAt: string;
  /** Keys of the products that this catalog leaves out, with their children. */
  readonly absent: readonly string[];
}

/** In the order of their creation: where no rule fits, the first answers. */
export const catalogPlans = {
  main: {
    id: demoId('catalog/main'),
    name: 'Main',
    text: 'Everything we make, at the price on the tag.',
    pricebookId: demoId('pricebook/list'),
    pricePercent: 100,
    displayCurrency: 'EUR',
    publishedAt: '2025-07-01T06:00:00.000Z',
    absent: [],
  },
  mobile: {
    id: demoId('catalog/mobile'),
    name: 'Mobile',
    text: 'What fits on a small screen, for five percent less: you did the typing.',
    pricebookId: demoId('pricebook/mobile'),
    pricePercent: 95,
    displayCurrency: 'EUR',
    publishedAt: '2025-07-02T06:00:00.000Z',
    absent: ['expedition-tent', 'bothy-parka', 'alp-lease'],
  },
  partner: {
    id: demoId('catalog/partner'),
    name: 'Partner',
    text: 'For mountain guides, hut wardens and people who know one.',
    pricebookId: demoId('pricebook/partner'),
    pricePercent: 80,
    displayCurrency: 'USD',
    publishedAt: '2025-07-03T06:00:00.000Z',
    absent: ['emergency-dinner-jacket', 'gift-card', 'old-friend-boot'],
  },
} as const satisfies Record<string, CatalogPlan>;
