/** `GET /metrics` on a port of its own: who may see how the gateway does is not the same as who may use it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServeMetricsOptions {
  readonly host: string;
  readonly port: number;
  /** In Prometheus' text format. */
  readonly read: () => Promise<string>;
  readonly onFailed: (error: unknown) => void;
}

export interface MetricsServer {
  readonly port: number;
  close(): void;
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';
const maxConnections = 20;

/** @throws Error with a sentence for people when the port is taken, or may not be used */
export async function serveMetrics({ host, port, read, onFailed }: ServeMetricsOptions): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000 }, async ({ method = '', url = '' }, outgoing) => {
    if (url.split('?')[0] !== '/metrics') return say(outgoing, 404, 'There is nothing here but /metrics.\n');
    if (method !== 'GET' && method !== 'HEAD')
      return say(outgoing, 405, 'It is read by GET.\n', { allow: 'GET, HEAD' });
    try {
      say(outgoing, 200, await read(), { 'content-type': contentType });
    } catch (error) {
      onFailed(error);
      say(outgoing, 500, 'The metrics can not be read.\n');
    }
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new Error(`METRICS_PORT ${port} of METRICS_HOST '${host}' can not be used (${code}). Set another one.`));
    });
    server.listen(port, host, resolve);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function say(outgoing: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
}
