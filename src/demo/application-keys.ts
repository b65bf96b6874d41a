/**
 * The demo store's application keys. Their secrets stand here for everybody to read, and say so themselves: they open the
 * demo store and nothing else.
 */
import type { ApplicationKeyRecord } from '../contract/application-key.ts';
import { demoId } from './demo-id.ts';
import { timesOf } from './demo-times.ts';

/** What README and GraphiQL get their token with. */
export const demoCredentials = {
  clientId: 'demo-admin',
  clientSecret: 'demo-admin-secret-not-for-production',
} as const;

const storefrontCredentials = {
  clientId: 'demo-storefront',
  clientSecret: 'demo-storefront-secret-not-for-production',
} as const;

/** All that have a secret: production refuses to start with one of them. */
export const allDemoCredentials = [demoCredentials, storefrontCredentials] as const;

export function toApplicationKeys(): ApplicationKeyRecord[] {
  return [
    toApplicationKey('Demo admin', demoCredentials),
    toApplicationKey('Demo storefront', storefrontCredentials),
    toApplicationKey('Old hut terminal', { clientId: 'demo-hut-terminal' }),
  ];
}

function toApplicationKey(name: string, key: { clientId: string; clientSecret?: string }): ApplicationKeyRecord {
  return {
    id: demoId(`application-key/${key.clientId}`),
    type: 'application_key',
    name,
    client_id: key.clientId,
    ...(key.clientSecret !== undefined && { client_secret: key.clientSecret }),
    reserved_rate_limit: 0,
    meta: { timestamps: { ...timesOf(`application-key/${key.clientId}`), last_used_at: null } },
  };
}
