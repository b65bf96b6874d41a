import { cpus, release } from 'node:os';
import { pinning } from '../load/pinning.ts';
import { peerVersions } from '../servers/install-peers.ts';
import type { BenchOptions } from './options.ts';

/** When, where, of what versions, and with which command. */
export function describeRun(options: BenchOptions, database: string | null): string[] {
  const versions = Object.entries(peerVersions).map(([name, version]) => `${name} ${version}`);
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
  return [
    '# The gateway beside its peers',
    '',
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores of ${cpus()[0]?.model}, Linux ${release()}, ` +
      `Node.js ${process.versions.node}${database ? `, ${database.split(',')[0]})` : ''}. ${options.parents} parents with 100 children ` +
      `each; medians of ${options.rounds} rounds of ${options.ms} ms. Pinned: ${pinning}. Every answer is compared with the gateway's. ` +
      `Ratios are of requests a second, within each round; "CPU ms" is the server's time for one request (all of its processes, but no database's), "MB" its resident memory ` +
      `after the load, "generator" the share of its core that the load generator used: near 1 it was the limit.`,
    '',
    `Peers: ${versions.join(', ')}.`,
    '',
  ];
}
