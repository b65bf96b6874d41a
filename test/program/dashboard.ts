/**
 * `npm run test:dashboard [-- --minutes 5 --picture docs/dashboard.png]`: every query of `ops/dashboard.json` and every metric of `ops/alerts.yml` has data
 * while a shop is busy, as Debian's Prometheus sees it, and every rule can be evaluated. Draws what the panels' own queries answer into a picture: it is no
 * screenshot of Grafana.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBrowser } from '../support/browser.ts';
import { drawDashboard } from './dashboard/draw-dashboard.ts';
import { loadShop } from './dashboard/load.ts';
import { type Prometheus, startPrometheus } from './dashboard/prometheus.ts';
import { readPanels } from './dashboard/read-panels.ts';
import { startShop } from './dashboard/shop.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, picture: { type: 'string' } },
});
const minutes = Number(values.minutes);

const shop = await startShop();
const prometheus = await startPrometheus(shop.folder, shop.targets);
const faults: string[] = [];
try {
  const start = Math.floor(Date.now() / 1000);
  await loadShop(shop, minutes * 60);
  const range = { start, end: Math.floor(Date.now() / 1000) };
  const panels = await readPanels(prometheus, range);
  for (const { shape, lines, empty } of panels) {
    process.stdout.write(`${shape.title}: ${lines.map(({ name }) => name).join(', ')}\n`);
    faults.push(...empty.map((expression) => `The panel '${shape.title}' shows nothing of ${expression}`));
  }
  faults.push(...(await faultsOfRules(prometheus, range)));
  if (values.picture !== undefined) await draw(drawDashboard('Commerce gateway', panels, range), values.picture);
} finally {
  await prometheus.stop();
  await shop.stop();
}
process.stdout.write(
  faults.length > 0 ? `${faults.join('\n')}\n` : 'Every query has data, and every rule can be evaluated.\n',
);
process.exitCode = faults.length > 0 ? 1 : 0;

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly name: string; readonly health: string; readonly lastError?: string }[];
  }[];
}

async function faultsOfRules({ read }: Prometheus, { end }: { readonly end: number }): Promise<string[]> {
  const { groups } = await read<Rules>('rules');
  const broken = groups.flatMap(({ rules }) => rules).filter(({ health }) => health !== 'ok');
  const text = await readFile(new URL('../../ops/alerts.yml', import.meta.url), 'utf8');
  const names = new Set(
    text.matchAll(/expr:[\s\S]*?(?=\n +for:)/g).flatMap(([expression]) => expression.match(/gateway_\w+/g) ?? []),
  );
  const missing: string[] = [];
  for (const name of names) {
    const { result } = await read<{ readonly result: readonly unknown[] }>('query', {
      query: `count(last_over_time(${name}[1h]))`,
      time: `${end}`,
    });
    if (result.length === 0) missing.push(`There is no ${name}, which a rule names.`);
  }
  return [...broken.map(({ name, lastError }) => `The rule ${name} fails: ${lastError}`), ...missing];
}

async function draw(page: string, file: string): Promise<void> {
  const browser = await openBrowser();
  const { page: tab } = await browser.open('about:blank');
  await tab.setContent(page);
  await writeFile(file, await tab.locator('body').screenshot());
  await browser.close();
}
