import { expect, it } from 'vitest';
import type { Actor } from '../../src/domain/request-context.ts';
import { cacheKey } from '../../src/response-cache/cache-key.ts';

const actor = { clientId: 'c', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] } as const;

it('who sees another catalog has responses of their own', () => {
  const shoppers: (Actor | null)[] = [
    null,
    actor,
    { ...actor, grant: 'client_credentials' },
    { ...actor, clientId: 'd' },
    { ...actor, accountId: 'x' },
    { ...actor, customerId: 'x' },
    { ...actor, accountTagIds: ['x'] },
    { ...actor, accountTagIds: ['x', 'y'] },
    { ...actor, accountTagIds: ['x,y'] },
  ];
  const context = { channel: '', tag: '', language: '' };
  const keys = shoppers.map((one) =>
    cacheKey({ requestContext: { ...context, actor: one }, accept: null, text: '{a}' }),
  );
  expect(new Set(keys).size).toBe(shoppers.length);
});
