/** Debian's Prometheus, with the rules of `ops/alerts.yml`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../support/postgres-process.ts';

export interface Prometheus {
  /** What its API answers. @throws Error with what it says of a query that is wrong */
  read<Data>(path: string, parameters?: Readonly<Record<string, string>>): Promise<Data>;
  stop(): Promise<void>;
}

export const scrapeSeconds = 2;

/** Reads the addresses, each called by its name. Its data stay in the folder. */
export async function startPrometheus(folder: string, targets: Readonly<Record<string, string>>): Promise<Prometheus> {
  const file = join(folder, 'prometheus.yml');
  const rules = join(import.meta.dirname, '../../../ops/alerts.yml');
  const instances = Object.entries(targets).map(([instance, target]) => ({ targets: [target], labels: { instance } }));
  const job = { job_name: 'gateway', static_configs: instances };
  const global = { scrape_interval: `${scrapeSeconds}s`, evaluation_interval: `${scrapeSeconds}s` };
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ global, rule_files: [rules], scrape_configs: [job] }));
  const address = `127.0.0.1:${await findFreePort()}`;
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}.`);
    await sleep(100);
  }
  return {
    async read<Data>(path: string, parameters: Readonly<Record<string, string>> = {}) {
      const response = await fetch(`http://${address}/api/v1/${path}?${new URLSearchParams(parameters)}`);
      const { data, error } = (await response.json()) as { data: Data; error?: string };
      if (error !== undefined) throw new Error(`${path} ${JSON.stringify(parameters)}: ${error}`);
      return data;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function isReady(address: string): Promise<boolean> {
  const response = await fetch(`http://${address}/-/ready`).catch(() => null);
  return response?.ok ?? false;
}
