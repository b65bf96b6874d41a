/** The demo store's two templates, with attributes of each type: text, numbers, booleans, and null where nothing is known. */
import { draw } from './demo-id.ts';
import type { ProductSpec } from './product-spec.ts';

type Attributes = Record<string, string | number | boolean | null>;

const careAttributes: Record<NonNullable<ProductSpec['care']>, Attributes> = {
  shell: { wash_celsius: 30, tumble_dry: true, advice: 'Warmth brings the water repellency back.' },
  down: { wash_celsius: 30, tumble_dry: true, advice: 'With two tennis balls, which you will also have to wash.' },
  wool: { wash_celsius: 30, tumble_dry: false, advice: 'Airing it overnight does for most things.' },
  cotton: { wash_celsius: 40, tumble_dry: true, advice: null },
  leather: { wash_celsius: null, tumble_dry: false, advice: 'Brush, wax, and keep away from the stove.' },
  wipe: { wash_celsius: null, tumble_dry: false, advice: 'Wipe it. That is all.' },
};

/** Template name → its attributes. */
export function toExtensions(spec: ProductSpec): Record<string, Attributes> {
  const specs: Attributes = {
    weight_grams: spec.grams ?? null,
    download_megabytes: spec.digital ? draw(`size/${spec.key}`, 900) + 2.5 : null,
    repairable: spec.digital === undefined,
    made_in: spec.digital ? null : (countries[draw(`made/${spec.key}`, countries.length)] ?? null),
  };
  return { ...(spec.care && { 'products(care)': careAttributes[spec.care] }), 'products(specs)': specs };
}

const countries = ['Portugal', 'Slovenia', 'Scotland', 'Norway', 'Japan'];
