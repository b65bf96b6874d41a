/** `npm run -s token [-- --client <client id>]`: a development token, for the server that uses the same database. */
import { parseArgs } from 'node:util';
import { createTokenKeys } from '../auth/token-keys.ts';
import { createTokens } from '../auth/tokens.ts';
import { readConfig } from '../config.ts';
import { openStores } from '../storage/open-stores.ts';
import { orExplain } from './or-explain.ts';

await orExplain(async () => {
  const { values } = parseArgs({ options: { client: { type: 'string', default: 'demo-admin' } } });
  const config = readConfig(process.env);
  if (config.outsideIssuer) {
    const { issuer } = config.outsideIssuer;
    throw new Error(`Tokens come from ${issuer} (AUTH_ISSUER), and the gateway accepts none of its own. Ask there.`);
  }
  const opened = await openStores(config);
  try {
    const { signingKeys, applicationKeys } = opened.stores;
    const tokens = createTokens({
      keys: createTokenKeys({ store: signingKeys, monotonicNow: () => performance.now(), now: () => new Date() }),
      applicationKeys,
    });
    const token = await tokens.issue(values.client, 'client_credentials', new Date());
    if (!token) {
      throw new Error(
        `No application key has the client id '${values.client}'. Name one with --client, or start the gateway once so that it loads the demo store.`,
      );
    }
    process.stdout.write(`${token.accessToken}\n`);
  } finally {
    await opened.close();
  }
});
