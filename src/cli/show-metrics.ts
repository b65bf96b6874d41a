import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import { addUp } from '../metrics/add-up.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type MetricsServer, serveMetrics } from '../metrics/serve-metrics.ts';
import { collectFromWorkers, tellMetrics } from '../metrics/worker-metrics.ts';
import type { Logger } from '../server/logger.ts';

/** Serves the metrics of this process; a worker's are served by the process that has started it. */
export async function showMetrics(metrics: Metrics, { metrics: address }: Config, log: Logger): Promise<() => void> {
  if (cluster.isWorker) {
    tellMetrics(metrics);
    return () => metrics.close();
  }
  const server = address && (await serve(address, { log, read: async () => addUp([await metrics.snapshot()]) }));
  return () => {
    server?.close();
    metrics.close();
  };
}

/** To be called before the workers are started. */
export async function showMetricsOfWorkers(address: Address, log: Logger): Promise<void> {
  await serve(address, { log, read: collectFromWorkers() });
}

type Address = NonNullable<Config['metrics']>;

async function serve(
  address: Address,
  { log, read }: { readonly log: Logger; readonly read: () => Promise<string> },
): Promise<MetricsServer> {
  const onFailed = (err: unknown) => log.error({ err }, 'the metrics could not be read');
  const server = await serveMetrics({ ...address, read, onFailed });
  log.info({ host: address.host, port: server.port }, 'metrics are served');
  return server;
}
