const loopback = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

/** Whether a host, as a setting or a URL names it, is this machine and nobody else's. */
export function isLoopback(host: string): boolean {
  return loopback.has(host);
}
