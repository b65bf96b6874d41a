/** The demo store's nodes: a tree, written as each node's children. */
export interface NodeSpec {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly de?: readonly [name: string, text: string];
  readonly status?: 'draft';
  readonly children?: readonly NodeSpec[];
}

const clothing: NodeSpec = {
  ...node('clothing', 'Clothing', 'There is bad weather after all.', [
    {
      ...node('jackets', 'Jackets', 'Between you and it.', [
        {
          ...node('rain-jackets', 'Rain jackets', 'Dry outside in, and inside out.', [
            node('hardshells', 'Hardshells', 'Three layers, twenty metres of water.'),
            node('windshells', 'Windshells', 'As light as the apology for not packing more.'),
          ]),
          de: ['Regenjacken', 'Trocken von außen und von innen.'],
        },
        node('insulated', 'Insulated jackets', 'Portable duvets.', [
          node('down', 'Down', 'Traceable to the pond.'),
          node('synthetic', 'Synthetic', 'Warm when wet, and it will be wet.'),
        ]),
      ]),
      de: ['Jacken', 'Zwischen dir und dem Wetter.'],
    },
    {
      ...node('layers', 'Layers', 'An onion is the best-dressed vegetable.', [
        node('base-layers', 'Base layers', 'Next to you.', [node('merino', 'Merino', 'A sheep has tested it.')]),
        node('mid-layers', 'Mid layers', 'Next to what is next to you.', [node('fleece', 'Fleece', 'Knitted clouds.')]),
        node('shirts', 'Shirts', 'For the hut, and for the way to it.'),
      ]),
      de: ['Schichten', 'Die Zwiebel ist das bestgekleidete Gemüse.'],
    },
    node('trousers', 'Trousers', 'Two legs, several temperatures.', [
      node('hiking-trousers', 'Hiking trousers', 'They bend where you bend.', [
        node('zip-offs', 'Zip-offs', 'Unfashionable for thirty years, right for all of them.'),
      ]),
      node('shorts', 'Shorts', 'For optimists.'),
    ]),
    node('accessories', 'Accessories', 'The small things that you forget.', [
      node('headwear', 'Headwear', 'A third of the heat, nine tenths of the looks.'),
      node('gloves', 'Gloves', 'Sold in pairs, lost one by one.'),
      node('socks', 'Socks', 'Never save on these.'),
    ]),
  ]),
  de: ['Bekleidung', 'Es gibt doch schlechtes Wetter.'],
};

const footwear = node('footwear', 'Footwear', 'One step at a time.', [
  node('boots', 'Boots', 'Resoled for as long as we live.', [
    node('alpine-boots', 'Alpine boots', 'Stiff, and proud of it.', [
      node('crampon-ready', 'Crampon-ready', 'With a welt at the heel.'),
    ]),
  ]),
  node('shoes', 'Shoes', 'For paths that are paths.', [node('trail-shoes', 'Trail shoes', 'Run, or look like it.')]),
]);

const gear = node('gear', 'Gear', 'What you carry, and what carries it.', [
  node('packs', 'Packs', 'They fill themselves.', [
    node('daypacks', 'Daypacks', 'Home for supper.'),
    node('trekking-packs', 'Trekking packs', 'Home eventually.'),
  ]),
  node('camp', 'Camp', 'A bed with a view.', [
    node('tents', 'Tents', 'Tested by a marriage counsellor.', [
      node('mountain-tents', 'Mountain tents', 'Four seasons in one night.'),
    ]),
    node('sleep', 'Sleep', 'Eight hours of nothing to report.', [
      node('sleeping-bags', 'Sleeping bags', 'Rated by people who feel the cold.'),
      node('mats', 'Mats', 'The ground, edited.'),
    ]),
  ]),
  node('kitchen', 'Kitchen', 'Everything tastes good up there.', [
    node('stoves', 'Stoves', 'Tea in four minutes.', [node('fuel', 'Fuel', 'Counts in cups of tea.')]),
    node('drinkware', 'Drinkware', 'Half full.'),
  ]),
  node('tools', 'Tools and light', 'For knots, cheese and the dark.'),
]);

const digital = node('digital', 'Digital', 'Weighs nothing, needs batteries.', [
  node('maps', 'Maps and routes', 'Also where there is no signal.'),
  node('courses', 'Courses', 'Learn it in the valley.'),
]);

export const nodeSpecs: readonly NodeSpec[] = [
  clothing,
  footwear,
  gear,
  digital,
  node('gifts', 'Gifts', 'For people who have all the gear.'),
  { ...node('rumours', 'Rumours', 'Next season, perhaps.'), status: 'draft' },
];

function node(key: string, name: string, text: string, children: readonly NodeSpec[] = []): NodeSpec {
  return { key, name, text, children };
}
