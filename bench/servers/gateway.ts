import type { Core } from '../load/pinning.ts';
import type { StoreEnvironment } from '../speed/dataset.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The gateway as an operator runs it in production, but with rate limits off, and without a log line for each request. */
export function startGateway(environment: StoreEnvironment, core: Core = 'server'): Promise<ServerProcess> {
  return startServer({
    name: 'gateway',
    args: () => ['--max-semi-space-size=8', 'src/main.ts'],
    environment: { LOG_LEVEL: 'warn', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0', ...environment },
    readyPath: '/health/ready',
    core,
  });
}
