/** Panels as a page: where Grafana would put them, each with its axes, its lines and their names. */
import type { Line, Panel, TimeRange } from './read-panels.ts';

/** Of one of the 24 columns, and of a row. */
const [columnWidth, rowHeight, gap] = [50, 28, 8];
const [left, right, top, legend] = [58, 10, 26, 34];
const colors = [
  '#3274d9',
  '#56a64b',
  '#e0752d',
  '#e02f44',
  '#8f3bb8',
  '#0d9aa8',
  '#b8860b',
  '#7a7a7a',
  '#c15c97',
  '#4d6b2c',
];
const mostNamed = 9;

export function drawDashboard(title: string, panels: readonly Panel[], range: TimeRange): string {
  const height = Math.max(...panels.map(({ shape: { gridPos } }) => gridPos.y + gridPos.h)) * rowHeight;
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; width: ${24 * columnWidth}px; background: #f4f5f5; font: 11px "DejaVu Sans", sans-serif; color: #24292e }
h1 { font-size: 16px; margin: 0; padding: 10px ${gap}px; height: 20px } main { position: relative; height: ${height}px }
section { position: absolute; background: #fff; border: 1px solid #dcdfe3; box-sizing: border-box; overflow: hidden }
h2 { font-size: 12px; margin: 6px 8px } text { font: 10px "DejaVu Sans", sans-serif; fill: #5a6068 } svg { position: absolute; left: 0; top: 0 }
p { position: absolute; bottom: 0; left: 8px; right: 8px; height: ${legend - 4}px; margin: 0; line-height: 15px }
i { display: inline-block; width: 10px; height: 3px; margin: 0 4px 3px 0 } span { margin-right: 10px; white-space: nowrap }
</style><h1>${escapeText(title)}</h1><main>${panels.map((panel) => drawPanel(panel, range)).join('')}</main>`;
}

function drawPanel({ shape, lines }: Panel, range: TimeRange): string {
  const { x, y, w, h } = shape.gridPos;
  const [width, height] = [w * columnWidth - gap, h * rowHeight - gap];
  const place = `left:${x * columnWidth + gap / 2}px;top:${y * rowHeight}px;width:${width}px;height:${height}px`;
  const plot = {
    width: width - left - right,
    height: height - top - legend - 16,
    range,
    unit: shape.fieldConfig.defaults.unit,
  };
  const chart = `<svg width="${width}" height="${height}"><g transform="translate(${left},${top})">${drawChart(lines, plot)}</g></svg>`;
  return `<section style="${place}"><h2>${escapeText(shape.title)}</h2>${chart}<p>${drawNames(lines)}</p></section>`;
}

interface Plot {
  readonly width: number;
  readonly height: number;
  readonly range: TimeRange;
  readonly unit: string;
}

function drawChart(lines: readonly Line[], { width, height, range: { start, end }, unit }: Plot): string {
  const most = Math.max(0, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const step = stepFor(most);
  const ticks = Array.from({ length: Math.max(2, Math.ceil(most / step) + 1) }, (_, place) => place * step);
  const highest = ticks.at(-1) ?? 1;
  const at = (time: number) => (((time - start) / (end - start)) * width).toFixed(1);
  const above = (value: number) => (height - (value / highest) * height).toFixed(1);
  const values = ticks.map(
    (tick) =>
      `<path d="M0 ${above(tick)}H${width}" stroke="#e6e8eb"/><text x="-6" y="${above(tick)}" dy="3" text-anchor="end">${format(tick, unit)}</text>`,
  );
  const times = minutesWithin(start, end).map(
    (time) =>
      `<text x="${at(time)}" y="${height + 14}" text-anchor="middle">${new Date(time * 1000).toISOString().slice(11, 16)}</text>`,
  );
  const drawn = lines.map(({ points }, place) => {
    const path = points.map(([time, value]) => `${at(time)} ${above(value)}`).join('L');
    return `<path d="M${path}" fill="none" stroke="${colorOf(place)}" stroke-width="1.3" stroke-linejoin="round"/>`;
  });
  return [...values, ...times, ...drawn].join('');
}

function drawNames(lines: readonly Line[]): string {
  const named = lines
    .slice(0, mostNamed)
    .map(({ name }, place) => `<span><i style="background:${colorOf(place)}"></i>${escapeText(name)}</span>`);
  const more = lines.length - named.length;
  return named.join(' ') + (more > 0 ? `and ${more} more` : '');
}

const colorOf = (place: number) => colors[place % colors.length] ?? '';

function minutesWithin(start: number, end: number): number[] {
  const every = 60 * Math.max(1, Math.round((end - start) / 60 / 5));
  const first = Math.ceil(start / every) * every;
  return Array.from({ length: Math.floor((end - first) / every) + 1 }, (_, place) => first + place * every);
}

/** 1, 2 or 5 times a power of ten: some four steps up to the highest value. */
function stepFor(most: number): number {
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most / 4));
  return ([1, 2, 5, 10].find((factor) => factor * power >= most / 4) ?? 10) * power;
}

function format(value: number, unit: string): string {
  const short = (amount: number) => String(Number(amount.toPrecision(3)));
  if (unit === 's') return value < 1 ? `${short(value * 1000)} ms` : `${short(value)} s`;
  if (unit === 'bytes') return `${short(value / 1e6)} MB`;
  if (unit === 'percentunit') return `${short(value * 100)} %`;
  return unit === 'reqps' ? `${short(value)}/s` : short(value);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
