/** The variations that parents of the demo store are built from. */
export interface OptionSpec {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  /** Name of the price modifier that children with this option carry. */
  readonly modifier?: string;
}

export interface VariationSpec {
  readonly name: string;
  readonly options: readonly OptionSpec[];
}

export const variationSpecs = {
  size: variation('Size', [
    ['xs', 'XS', 'Chest 84 cm'],
    ['s', 'S', 'Chest 90 cm'],
    ['m', 'M', 'Chest 96 cm'],
    ['l', 'L', 'Chest 104 cm'],
    ['xl', 'XL', 'Chest 112 cm', 'size-xl'],
    ['xxl', 'XXL', 'Chest 120 cm', 'size-xxl'],
  ]),
  shoeSize: variation('Shoe size', [
    ['38', 'EU 38', '24.0 cm, and wool socks'],
    ['39', 'EU 39', '24.6 cm'],
    ['40', 'EU 40', '25.3 cm'],
    ['41', 'EU 41', '26.0 cm'],
    ['42', 'EU 42', '26.6 cm'],
    ['43', 'EU 43', '27.3 cm'],
    ['44', 'EU 44', '28.0 cm'],
    ['46', 'EU 46', '29.3 cm: there is no 45, ask the last maker', 'size-xl'],
  ]),
  bright: variation('Colour', [
    ['signal-red', 'Signal Red', 'Seen from the helicopter'],
    ['gorse', 'Gorse Yellow', 'Seen by every insect'],
    ['glacier', 'Glacier Blue', 'Retreating every year'],
    ['lichen', 'Lichen Green', 'Grows on you, slowly'],
    ['rhubarb', 'Rhubarb', 'Goes with custard'],
    ['undyed', 'Undyed', 'The colour it came in', 'undyed'],
  ]),
  earth: variation('Colour', [
    ['peat', 'Peat', 'Hides peat'],
    ['heather', 'Heather', 'Hides midges'],
    ['slate', 'Slate', 'Hides on slate'],
    ['bracken', 'Bracken', 'Hides in autumn'],
    ['undyed', 'Undyed', 'Hides nothing', 'undyed'],
  ]),
  night: variation('Colour', [
    ['coal', 'Coal', 'Black, but it has thought about it'],
    ['midnight', 'Midnight', 'Blue until you are far from a lamp'],
    ['pine', 'Pine', 'Green, by daylight'],
    ['plum', 'Plum', 'For the hut'],
  ]),
  fit: variation('Fit', [
    ['regular', 'Regular', 'For most of us'],
    ['long', 'Long', 'Five more centimetres in sleeve and back', 'long'],
  ]),
  fabric: variation('Fabric', [
    ['merino', 'Merino 190', 'Does not itch, does not smell', 'merino'],
    ['blend', 'Merino blend', 'Dries before you do'],
    ['recycled', 'Recycled polyester', 'Was a bottle'],
    ['bamboo', 'Bamboo viscose', 'Was a panda’s lunch'],
  ]),
  length: variation('Length', [
    ['short', 'Short', 'Up to 168 cm'],
    ['regular', 'Regular', 'Up to 182 cm'],
    ['tall', 'Tall', 'Up to 198 cm', 'long'],
  ]),
  leather: variation('Upper', [
    ['nubuck', 'Nubuck', 'Brushed, 2.8 mm'],
    ['full-grain', 'Full grain', 'Waxed, 3.2 mm', 'full-grain'],
    ['mesh', 'Mesh', 'No cow was asked'],
  ]),
  volume: variation('Volume', [
    ['10', '10 l', 'Lunch and a layer'],
    ['20', '20 l', 'A day'],
    ['35', '35 l', 'A hut weekend', 'volume-35'],
    ['65', '65 l', 'A change of career', 'volume-65'],
  ]),
  persons: variation('Sleeps', [
    ['1', 'One', 'And a rucksack'],
    ['2', 'Two', 'Who like each other', 'sleeps-2'],
    ['3', 'Three', 'Who liked each other', 'sleeps-3'],
  ]),
  warmth: variation('Comfort', [
    ['plus5', '+5 °C', 'Summer below the tree line'],
    ['minus5', '−5 °C', 'Three seasons', 'warm'],
    ['minus20', '−20 °C', 'The fourth one', 'warmest'],
  ]),
  zip: variation('Zip', [
    ['left', 'Left', 'For right-handed sleepers'],
    ['right', 'Right', 'For everybody else'],
  ]),
  finish: variation('Finish', [
    ['enamel', 'White enamel', 'Chips beautifully'],
    ['steel', 'Bare steel', 'Does not chip'],
    ['moss', 'Moss enamel', 'Chips invisibly'],
    ['dented', 'Pre-dented', 'Second choice, first love', 'seconds'],
  ]),
} as const satisfies Record<string, VariationSpec>;

export type VariationKey = keyof typeof variationSpecs;

function variation(name: string, rows: readonly (readonly [string, string, string, string?])[]): VariationSpec {
  const options = rows.map(([key, label, text, modifier]) => ({
    key,
    name: label,
    text,
    ...(modifier === undefined ? {} : { modifier }),
  }));
  return { name, options };
}
