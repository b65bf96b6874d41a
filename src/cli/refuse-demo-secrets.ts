import { allDemoCredentials } from '../demo/application-keys.ts';
import type { ApplicationKeyStore } from '../domain/application-key/ports.ts';
import { verifySecret } from '../domain/application-key/secret-hash.ts';

/**
 * For production, whether or not the demo is on: its secrets stay in a database that once held the demo store.
 * @throws Error with a sentence for people when one of them opens this database
 */
export async function refuseDemoSecrets({ findCredentials }: Pick<ApplicationKeyStore, 'findCredentials'>) {
  for (const { clientId, clientSecret } of allDemoCredentials) {
    const credentials = await findCredentials(clientId);
    if (!credentials?.secretHash || !(await verifySecret(clientSecret, credentials.secretHash))) continue;
    throw new Error(
      `NODE_ENV is production, but the application key '${clientId}' has the demo store's secret, which everybody knows. Use a database that never held the demo store, or give the key another secret: npm run -s create-key -- --client-id ${clientId} --replace-secret`,
    );
  }
}
