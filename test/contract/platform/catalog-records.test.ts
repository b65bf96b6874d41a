import { expect, it } from 'vitest';
import { toContractForm } from '../../../src/contract/platform/contract-form.ts';

it('a product holds nothing of what it costs in other price books', () => {
  const priced = { pricebook_id: 'of-few', price: { USD: { amount: 1 } } };
  const meta = { pricebook_id: 'of-all', available_prices: [priced], available_pricebook_ids: ['of-few'] };
  const product = { id: 'one', type: 'product', attributes: {} };
  expect(toContractForm({ ...product, meta })).toEqual({ ...product, meta: { pricebook_id: 'of-all' } });
});
