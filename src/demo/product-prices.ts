/** What a product of the demo store costs in a catalog: price, sale, modifiers, tiers. */
import type { PriceMap } from '../contract/price.ts';
import type { CatalogPlan } from './catalog-plans.ts';
import { demoId } from './demo-id.ts';
import { type Currency, scaled, toDisplayPrice, toPrices } from './money.ts';
import { modified, toPriceModifiers } from './price-modifiers.ts';
import type { ProductSpec } from './product-spec.ts';

const sales = {
  running: { sale_id: demoId('sale/spring-thaw'), sale_expires: '2099-12-31T23:59:59.000Z' },
  expired: { sale_id: demoId('sale/winter-is-over'), sale_expires: '2020-03-20T09:00:00.000Z' },
} as const;

const salePercent = 80;

/** The attributes and the meta members that have to do with money. */
export function toPriceParts(spec: ProductSpec, plan: CatalogPlan, modifierNames: readonly string[]) {
  const currencies = spec.currencies ?? ['EUR', 'USD', 'GBP'];
  const listed = toPrices((spec.eur * plan.pricePercent) / 100, currencies);
  const modifiers = toPriceModifiers(modifierNames, currencies);
  const regular = modified(listed, Object.values(modifiers));
  const price = spec.sale === undefined ? regular : scaled(regular, salePercent);
  const currency = displayCurrencyOf(plan, currencies);
  return {
    attributes: {
      price,
      ...(spec.tiers && { tiers: toTiers(price) }),
      ...(modifierNames.length > 0 && { price_modifiers: [...modifierNames] }),
    },
    meta: {
      pricebook_id: plan.pricebookId,
      display_price: toDisplayPrice(price, currency),
      ...(spec.sale && {
        ...sales[spec.sale],
        original_price: regular,
        original_display_price: toDisplayPrice(regular, currency),
      }),
      ...(modifierNames.length > 0 && { price_modifiers: modifiers }),
    },
  };
}

function toTiers(price: PriceMap) {
  return {
    'by-the-five': { minimum_quantity: 5, price: scaled(price, 90) },
    'by-the-twenty': { minimum_quantity: 20, price: scaled(price, 80) },
  };
}

function displayCurrencyOf(plan: CatalogPlan, currencies: readonly Currency[]): Currency {
  return currencies.includes(plan.displayCurrency) ? plan.displayCurrency : (currencies[0] ?? plan.displayCurrency);
}
