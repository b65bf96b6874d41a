import { argumentsOfScript } from '../../test/support/program.ts';
import type { Core } from '../load/pinning.ts';
import { bundle } from './bundle.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Where a store is: a folder, or a server's database. */
export type StoreEnvironment = { readonly DATA_DIR: string } | { readonly DATABASE_URL: string };

type GatewaySettings = Readonly<Record<string, string>>;

/** What `npm start` gives Node.js. */
export const startFlags: readonly string[] = argumentsOfScript('start').filter((argument) => argument.startsWith('--'));

/** As many as nobody sends: requests are counted, and none is refused; the generator's wait for their turn as long as it takes. */
const patient = { RATE_LIMIT_PER_ADDRESS: '1000000', RATE_LIMIT_PER_CLIENT: '1000000', QUEUE_TIMEOUT_MS: '0' };

/** The gateway as its image runs it: from the bundle, requests are counted for the limits, and each has its line in the log. */
export async function startGateway(
  environment: StoreEnvironment & GatewaySettings,
  core: Core = 'server',
): Promise<ServerProcess> {
  const program = await bundle();
  return startServer({
    name: 'gateway',
    args: () => [...startFlags, program],
    environment: { ...patient, ...environment },
    readyPath: '/health/ready',
    core,
  });
}
