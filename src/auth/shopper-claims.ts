import type { JWTPayload } from 'jose';
import type { Actor } from '../domain/request-context.ts';

/** What a token says of the shopper, for catalog rules; a claim of another form says nothing. */
export function toShopper({
  account_id,
  customer_id,
  account_tag_ids,
}: JWTPayload): Pick<Actor, 'accountId' | 'customerId' | 'accountTagIds'> {
  const tags = Array.isArray(account_tag_ids) ? account_tag_ids : [];
  return {
    accountId: typeof account_id === 'string' ? account_id : null,
    customerId: typeof customer_id === 'string' ? customer_id : null,
    accountTagIds: tags.filter((tag) => typeof tag === 'string'),
  };
}
