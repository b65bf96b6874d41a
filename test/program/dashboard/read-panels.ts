/** The panels of `ops/dashboard.json` with what Prometheus answers to their own queries, their variables replaced as Grafana replaces them. */
import { readFile } from 'node:fs/promises';
import { type Prometheus, scrapeSeconds } from './prometheus.ts';

export interface PanelOfGrafana {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

export interface Line {
  readonly name: string;
  /** Seconds since 1970, and the value then. */
  readonly points: readonly (readonly [number, number])[];
}

export interface Panel {
  readonly shape: PanelOfGrafana;
  readonly lines: readonly Line[];
  /** Those of its queries that answered nothing. */
  readonly empty: readonly string[];
}

export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

interface Matrix {
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly values: readonly (readonly [number, string])[];
  }[];
}

const stepSeconds = 2;

export async function readPanels(prometheus: Prometheus, range: TimeRange): Promise<Panel[]> {
  const text = await readFile(new URL('../../../ops/dashboard.json', import.meta.url), 'utf8');
  const { panels } = JSON.parse(text) as { panels: PanelOfGrafana[] };
  return Promise.all(panels.map((shape) => readPanel(prometheus, shape, range)));
}

async function readPanel(prometheus: Prometheus, shape: PanelOfGrafana, { start, end }: TimeRange): Promise<Panel> {
  const lines: Line[] = [];
  const empty: string[] = [];
  for (const { expr, legendFormat } of shape.targets) {
    const parameters = { query: replaceVariables(expr), start: `${start}`, end: `${end}`, step: `${stepSeconds}` };
    const { result } = await prometheus.read<Matrix>('query_range', parameters);
    const ofTarget = result.map(({ metric, values }) => {
      const name = legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? '');
      const points = values.map(([at, value]) => [at, Number(value)] as const);
      return { name, points: points.filter(([, value]) => Number.isFinite(value)) };
    });
    const shown = ofTarget.filter(({ points }) => points.length > 0);
    if (shown.length === 0) empty.push(expr);
    lines.push(...shown);
  }
  return { shape, lines, empty };
}

/** A rate needs four scrapes at the least, as Grafana has it. */
function replaceVariables(expression: string): string {
  const interval = Math.max(stepSeconds + scrapeSeconds, 4 * scrapeSeconds);
  const replaced = expression.replaceAll('$__rate_interval', `${interval}s`);
  if (replaced.includes('$')) throw new Error(`There is a variable left in ${replaced}.`);
  return replaced;
}
