/**
 * The pictures of the demo store, drawn by code: what a product is, before the hills that it is for, in colours of its own. The
 * same on every machine, and a kilobyte each.
 */
import { bundleSpecs } from '../bundle-specs.ts';
import { parentSpecs, standardSpecs } from '../catalog-products.ts';
import { draw } from '../demo-id.ts';
import type { ProductSpec } from '../product-spec.ts';
import { partsOf } from './shapes.ts';

export const pictureSize = 640;

export const picturedSpecs: readonly ProductSpec[] = [...parentSpecs, ...standardSpecs, ...bundleSpecs];

/** Names say which drawing it is: one that is drawn otherwise gets another name, for the old one is kept by browsers. */
export function pictureName(key: string): string {
  return `${key}.1.svg`;
}

const specsByName = new Map(picturedSpecs.map((spec) => [pictureName(spec.key), spec]));

/** An SVG document; null: there is no picture of that name. */
export function demoPicture(name: string): string | null {
  const spec = specsByName.get(name);
  return spec ? drawPicture(spec) : null;
}

export function drawPicture({ key, nodes }: ProductSpec): string {
  const hue = draw(`hue/${key}`, 360);
  const sky = (hue + 200) % 360;
  const tones = { main: hsl(hue, 46, 42), shade: hsl(hue, 50, 28), light: hsl((hue + 30) % 360, 70, 88) };
  const parts = partsOf(nodes).map(({ tone, path }) => `<path fill="${tones[tone]}" d="${path}"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="${pictureSize}" height="${pictureSize}">`,
    `<rect width="160" height="160" fill="${hsl(sky, 38, 92)}"/>`,
    `<circle cx="${28 + draw(`sun/${key}`, 104)}" cy="36" r="15" fill="${hsl(44, 80, 86)}"/>`,
    `<path fill="${hsl(sky, 26, 83)}" d="${ridge(`far/${key}`, 84)}"/>`,
    `<path fill="${hsl(sky, 24, 74)}" d="${ridge(`near/${key}`, 112)}"/>`,
    `<ellipse cx="80" cy="134" rx="44" ry="6" fill="${hsl(sky, 24, 56)}" opacity=".5"/>`,
    `<g transform="translate(30 34)">${parts.join('')}</g>`,
    '</svg>',
  ].join('');
}

/** Hills from edge to edge, down to the ground. */
function ridge(name: string, height: number): string {
  const tops = [0, 40, 80, 120, 160].map((x, index) => `${x} ${height - 14 + draw(`${name}/${index}`, 28)}`);
  return `M${tops.join('L')}V160H0Z`;
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${hue} ${saturation}% ${lightness}%)`;
}
