import type { Core } from '../load/pinning.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Where a store is: a folder, or a server's database. */
export type StoreEnvironment = { readonly DATA_DIR: string } | { readonly DATABASE_URL: string };

type GatewaySettings = Readonly<Record<string, string>>;

/** The gateway as an operator runs it in production, but with rate limits off, and without a log line for each request. */
export function startGateway(
  environment: StoreEnvironment & GatewaySettings,
  core: Core = 'server',
): Promise<ServerProcess> {
  return startServer({
    name: 'gateway',
    args: () => ['--max-semi-space-size=8', 'src/main.ts'],
    environment: { LOG_LEVEL: 'warn', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0', ...environment },
    readyPath: '/health/ready',
    core,
  });
}
