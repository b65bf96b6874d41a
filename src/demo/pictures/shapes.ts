/** What the demo store's pictures show: outlines on a field of 100 by 100, the later ones before the earlier ones. */
interface Part {
  readonly tone: 'main' | 'shade' | 'light';
  /** Of an SVG path. */
  readonly path: string;
}

const main = (path: string): Part => ({ tone: 'main', path });
const shade = (path: string): Part => ({ tone: 'shade', path });
const light = (path: string): Part => ({ tone: 'light', path });

const shapes = {
  jacket: [
    main('M35 22 44 18Q50 25 56 18L65 22Q72 24 75 31L86 58 75 64 67 47V86H33V47L25 64 14 58 25 31Q28 24 35 22Z'),
    shade('M41 19Q50 5 59 19 56 30 50 31 44 30 41 19Z'),
    light('M49 31H51V86H49Z'),
    shade('M37 64 46 61V63L37 66ZM63 64 54 61V63L63 66Z'),
  ],
  shirt: [
    main('M37 21 44 19Q50 26 56 19L63 21Q70 23 74 29L82 43 71 50 66 43V84H34V43L29 50 18 43 26 29Q30 23 37 21Z'),
    shade('M44 19Q50 26 56 19 55 30 50 31 45 30 44 19Z'),
    light('M40 48H60V50H40ZM40 55H60V57H40Z'),
  ],
  trousers: [
    main('M34 15H66L74 88H57L50 42 43 88H26Z'),
    shade('M34 15H66L66.6 21H33.4Z'),
    light('M37 58 33 57 34 50 38 51ZM63 58 67 57 66 50 62 51Z'),
  ],
  hat: [
    main('M24 62Q24 27 50 27T76 62Z'),
    shade('M23 60H77Q81 60 81 64V71Q81 75 77 75H23Q19 75 19 71V64Q19 60 23 60Z'),
    light('M50 13A8 8 0 1 1 50 29 8 8 0 1 1 50 13Z'),
  ],
  glove: [
    main('M36 70V44Q35 18 51 18T66 44V52L72 46Q80 40 84 46 86 50 81 56L66 72Z'),
    shade('M35 70H67Q69 70 69 73V84Q69 87 66 87H36Q33 87 33 84V73Q33 70 35 70Z'),
    light('M44 34H58V36H44ZM44 41H58V43H44Z'),
  ],
  sock: [
    main('M41 12H65V52L67 60Q71 76 57 82L38 88Q24 89 23 78 23 72 29 68L41 58Z'),
    shade('M40 12H66V22H40Z'),
    light('M41 30H65V34H41ZM41 40H65V44H41Z'),
  ],
  boot: [
    main('M33 16H59V46Q60 52 66 55L80 61Q87 64 87 74V77H31Q33 50 33 16Z'),
    shade('M28 77H88V84Q88 86 86 86H30Q28 86 28 84Z'),
    light('M48 26H60V28H48ZM48 34H60V36H48ZM49 42H61V44H49ZM52 50H65V52H52Z'),
  ],
  shoe: [
    main('M14 68Q13 46 22 42 30 50 40 46L46 42Q56 58 76 60 87 62 87 71V74H14Z'),
    shade('M12 73H88V79Q88 83 84 83H16Q12 83 12 79Z'),
    light('M42 53 52 48 53 50 43 55ZM48 58 58 53 59 55 49 60Z'),
  ],
  pack: [
    shade('M38 24Q38 10 50 10T62 24H57Q57 15 50 15T43 24Z'),
    main('M36 22H64Q74 22 75 36L78 80Q78 88 70 88H30Q22 88 22 80L25 36Q26 22 36 22Z'),
    shade('M32 56H68Q71 56 71 59V78Q71 81 68 81H32Q29 81 29 78V59Q29 56 32 56Z'),
    light('M29 42H71V45H29ZM48 45H52V52H48Z'),
  ],
  tent: [main('M50 18 92 82H8Z'), shade('M50 36 68 82H32Z'), light('M50 36 56 82H44Z')],
  bag: [
    main('M36 18Q50 4 64 18 72 28 70 44L64 82Q62 92 50 92T36 82L30 44Q28 28 36 18Z'),
    shade('M50 16Q61 16 61 30T50 44 39 30 50 16Z'),
    light('M49 48H51V88H49Z'),
  ],
  mat: [
    main('M30 40H88V78H30Z'),
    shade('M30 40A19 19 0 1 1 30 78 19 19 0 1 1 30 40Z'),
    light('M30 47A12 12 0 1 1 30 71 12 12 0 1 1 30 47M30 53A6 6 0 1 0 30 65 6 6 0 1 0 30 53Z'),
  ],
  kettle: [
    shade('M28 40Q28 12 50 12T72 40H66Q66 18 50 18T34 40Z'),
    main('M32 38H68Q72 38 73 44L78 80Q78 86 72 86H28Q22 86 22 80L24 66 8 50 14 46 26 54 27 44Q28 38 32 38Z'),
    light('M46 32H54V38H46ZM34 74H66V77H34Z'),
  ],
  cup: [
    shade('M66 36H76Q88 36 88 50T74 66H64V60H73Q82 60 82 50T75 42H66Z'),
    main('M24 26H68V70Q68 84 54 84H38Q24 84 24 70Z'),
    light('M24 36H68V40H24Z'),
  ],
  tool: [
    main('M50 12A38 38 0 1 1 50 88 38 38 0 1 1 50 12Z'),
    light('M50 20A30 30 0 1 1 50 80 30 30 0 1 1 50 20Z'),
    shade('M66 30 55 55 45 45ZM34 70 45 45 55 55Z'),
  ],
  map: [
    main('M12 28 37 18V72L12 82ZM63 28 88 18V72L63 82Z'),
    shade('M37 18 63 28V82L37 72Z'),
    light('M22 66 34 48 48 58 62 38 78 46 77 48 63 42 49 62 35 52 24 67Z'),
  ],
  book: [
    main('M50 26Q34 16 14 20V76Q34 72 50 82 66 72 86 76V20Q66 16 50 26Z'),
    shade('M49 26H51V82H49Z'),
    light('M22 34Q34 33 43 38V40Q34 35 22 36ZM22 46Q34 45 43 50V52Q34 47 22 48ZM78 34Q66 33 57 38V40Q66 35 78 36Z'),
  ],
  parcel: [
    main('M16 40H84V86H16Z'),
    shade('M12 30H88V44H12Z'),
    light('M45 30H55V86H45ZM50 30Q30 26 32 16 40 8 50 30 60 8 68 16 70 26 50 30Z'),
  ],
} as const satisfies Record<string, readonly Part[]>;

/** Of the nodes that a product is in, the first that has a shape decides. */
const shapesOfNodes: Readonly<Record<string, keyof typeof shapes>> = {
  ...{ jackets: 'jacket', 'rain-jackets': 'jacket', hardshells: 'jacket', windshells: 'jacket', insulated: 'jacket' },
  ...{ down: 'jacket', synthetic: 'jacket', layers: 'shirt', 'base-layers': 'shirt', merino: 'shirt' },
  ...{ 'mid-layers': 'shirt', fleece: 'shirt', shirts: 'shirt', trousers: 'trousers', 'hiking-trousers': 'trousers' },
  ...{ 'zip-offs': 'trousers', shorts: 'trousers', headwear: 'hat', gloves: 'glove', socks: 'sock', boots: 'boot' },
  ...{ 'alpine-boots': 'boot', 'crampon-ready': 'boot', shoes: 'shoe', 'trail-shoes': 'shoe', packs: 'pack' },
  ...{ daypacks: 'pack', 'trekking-packs': 'pack', tents: 'tent', 'mountain-tents': 'tent', camp: 'tent' },
  ...{ 'sleeping-bags': 'bag', sleep: 'bag', mats: 'mat', stoves: 'kettle', fuel: 'kettle', kitchen: 'kettle' },
  ...{ drinkware: 'cup', tools: 'tool', maps: 'map', courses: 'book', gifts: 'parcel', digital: 'map' },
};

export function partsOf(nodeKeys: readonly string[]): readonly Part[] {
  return shapes[nodeKeys.map((key) => shapesOfNodes[key]).find((shape) => shape !== undefined) ?? 'parcel'];
}
