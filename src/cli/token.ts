import { createTokenKeys } from '../auth/token-keys.ts';
import { createTokens } from '../auth/tokens.ts';
import { readConfig } from '../config.ts';
import { excerpt } from '../domain/errors.ts';
import { printFromExisting } from './open-existing.ts';
import { runCommand } from './run-command.ts';

const command = {
  name: 'npm run -s token',
  description: 'Prints a bearer token for development, good for an hour at the gateway that uses the same database.',
  options: {
    client: {
      type: 'string',
      default: 'demo-admin',
      value: '<client id>',
      description: 'the application key that it is for',
    },
  },
} as const;

await runCommand(command, async ({ values }) => {
  const config = readConfig(process.env);
  if (config.outsideIssuer) {
    const { issuer } = config.outsideIssuer;
    throw new Error(`Tokens come from ${issuer} (AUTH_ISSUER), and the gateway accepts none of its own. Ask there.`);
  }
  await printFromExisting(config, async ({ signingKeys, applicationKeys }) => {
    const tokens = createTokens({
      keys: createTokenKeys({ store: signingKeys, monotonicNow: () => performance.now(), now: () => new Date() }),
      applicationKeys,
    });
    const token = await tokens.issue(values.client, 'client_credentials', new Date());
    if (!token) {
      throw new Error(
        `No application key has the client id '${excerpt(values.client)}'. Name one with --client, or start the gateway once so that it loads the demo store.`,
      );
    }
    return `${token.accessToken}\n`;
  });
});
