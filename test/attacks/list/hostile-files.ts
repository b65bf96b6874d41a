/** Files that were made to exhaust whoever imports them: deep, wide, long, endless, circular and broken. */
export interface HostileFile {
  readonly name: string;
  readonly chunks: () => Iterable<string | Buffer>;
  /** What the import must say. */
  readonly says: RegExp;
  readonly isGzip?: boolean;
  readonly options?: readonly string[];
  /** The memory that it may take, in MB, where that is more than what others may. */
  readonly megabytes?: number;
}

const million = 1_000_000;
/** Records of nearly the most that one may have are in memory a few times: as text, as a value, and as what is stored. */
const ofLargeRecords = 512;
const product = (id: string, more = '', attributes = '') =>
  `{"type":"product","id":"${id}","attributes":{"name":"x","status":"live"${attributes}}${more}}`;
const childOf = (parent: number | string) => `,"relationships":{"parent":{"data":{"id":"${parent}","type":"product"}}}`;
const node = (id: number, parent: number | null) =>
  `{"type":"node","id":"${id}","attributes":{"name":"x"}${parent === null ? '' : `,"relationships":{"parent":{"data":{"id":"${parent}","type":"node"}}}`}}`;

/** A text so many times, in chunks. */
function* times(count: number, text: (index: number) => string, separator = ''): Generator<string> {
  let chunk: string[] = [];
  let characters = 0;
  for (let index = 0; index < count; index += 1) {
    const next = index === 0 ? text(index) : separator + text(index);
    characters += next.length;
    chunk.push(next);
    if (characters < 2 ** 16) continue;
    yield chunk.join('');
    [chunk, characters] = [[], 0];
  }
  yield chunk.join('');
}
const lines = (count: number, text: (index: number) => string) => () => times(count, (index) => `${text(index)}\n`);
function* around(before: string, inside: Iterable<string | Buffer>, after: string): Generator<string | Buffer> {
  yield before;
  yield* inside;
  yield after;
}
/** So many products, each with a description. */
const described = (count: number, textOf: (index: number) => string) =>
  lines(count, (index) => product(`s${index}`, '', `,"description":"${textOf(index)}"`));
/** Ten words that no other number has. */
const words = (number: number) =>
  Array.from({ length: 10 }, (_, index) => (number * 10 + index).toString(36)).join(' ');
/** One product whose extensions hold that. */
const holding = (inside: () => Iterable<string>) => () =>
  around(
    `[${product('p')},{"type":"product","id":"x","attributes":{"name":"x","status":"live","extensions":{"a":{"b":`,
    inside(),
    '}}}}]',
  );

export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'a list nested five million levels',
    chunks: holding(() => times(5 * million, () => '[')),
    says: /nested deeper|ends in the middle/,
  },
  {
    name: 'a record nested five million levels',
    chunks: holding(
      () =>
        around(
          '',
          around(
            '',
            times(5 * million, () => '['),
            '',
          ),
          [...times(5 * million, () => ']')].join(''),
        ) as Iterable<string>,
    ),
    says: /nested deeper than 100 levels/,
  },
  {
    name: 'five million empty lists in a record',
    chunks: holding(
      () =>
        around(
          '[',
          times(5 * million, () => '[]', ','),
          ']',
        ) as Iterable<string>,
    ),
    says: /more than 300,000 values/,
  },
  {
    name: 'a million empty objects in a line',
    chunks: () =>
      around(
        '[',
        times(million, () => '{}', ','),
        ']\n{}\n',
      ),
    says: /1000001 records read, 1000001 faults/,
  },
  {
    name: 'a million members',
    chunks: holding(
      () =>
        around(
          '{',
          times(million, (index) => `"k${index}":1`, ','),
          '}',
        ) as Iterable<string>,
    ),
    says: /more than 300,000 values/,
  },
  {
    name: 'almost too many members',
    chunks: holding(
      () =>
        around(
          '{',
          times(149_000, (index) => `"a key of some length, ${index}":[]`, ','),
          '}',
        ) as Iterable<string>,
    ),
    says: /is current, with/,
  },
  {
    name: 'a member a million times',
    chunks: holding(
      () =>
        around(
          '{',
          times(million, () => '"k":1', ','),
          '}',
        ) as Iterable<string>,
    ),
    says: /more than 300,000 values/,
  },
  { name: 'members named twice', chunks: () => [product('p', ',"id":"q","id":"r"')], says: /1 records read, 0 faults/ },
  {
    name: 'a string of 50 MB',
    chunks: holding(
      () =>
        around(
          '"',
          times(50, () => 'x'.repeat(million)),
          '"',
        ) as Iterable<string>,
    ),
    says: /larger than 16 MiB/,
  },
  {
    name: 'a name of 15 MB',
    chunks: holding(
      () =>
        around(
          '{"',
          times(15, () => 'x\\u0000'.repeat(million / 7)),
          '":"\\u0000"}',
        ) as Iterable<string>,
    ),
    says: /NUL character/,
  },
  {
    name: 'a number of 15 MB',
    chunks: holding(() => times(15, () => '1'.repeat(million))),
    says: /written in more than 1000 digits/,
  },
  {
    name: 'a hundred strings of 15 MB',
    chunks: described(100, () => 'é'.repeat(7 * million)),
    says: /is current, with 100 products/,
    megabytes: ofLargeRecords,
  },
  {
    name: 'twenty descriptions of two million words each',
    chunks: described(20, (at) =>
      [...times(2 * million, (index) => `${(index + at * 2 * million).toString(36)} `)].join(''),
    ),
    says: /is current, with 20 products/,
    megabytes: ofLargeRecords,
  },
  {
    name: 'twenty descriptions of two million tags and marks each',
    chunks: described(20, (index) => `<b>${index}\u0301`.repeat(2 * million)),
    says: /is current, with 20 products/,
    megabytes: ofLargeRecords,
  },
  {
    name: 'ten products of 200,000 tags of ten words each',
    chunks: lines(10, (at) =>
      product(
        `s${at}`,
        '',
        `,"tags":[${[...times(200_000, (index) => `"${words(index + at * 200_000)}"`, ',')].join('')}]`,
      ),
    ),
    says: /is current, with 10 products/,
    megabytes: ofLargeRecords,
  },
  {
    name: 'a file without an end',
    chunks: () =>
      around(
        '{"data":[',
        times(million, (index) => `${product(`e${index}`)},`),
        '',
      ),
    says: /ends in the middle/,
  },
  {
    name: 'a page that includes 15 MB',
    chunks: () =>
      around(
        `{"data":[${product('p')}],"included":{"component_products":[`,
        times(100_000, (index) => product(`i${index}`), ','),
        ']}}',
      ),
    says: /values|is current/,
  },
  {
    name: 'what follows a page without an end',
    chunks: () =>
      around(
        '{"data":[],"meta":{"a":"',
        times(50, () => 'x'.repeat(million)),
        '"}}',
      ),
    says: /larger than 16 MiB/,
  },
  {
    name: 'a million faults',
    chunks: lines(million, (index) => `{"type":"product","id":"f${index}","attributes":{"name":""}}`),
    says: /1000000 records read, 2000000 faults/,
  },
  {
    name: 'a million faults in one record',
    chunks: holding(
      () =>
        around(
          '{}}},"price":{',
          times(290_000, (index) => `"k${index}":{}`, ','),
          '},"y":{"z":{"b":{}',
        ) as Iterable<string>,
    ),
    says: /records read, \d+ faults/,
  },
  {
    name: 'a product a million times',
    chunks: lines(million, () => product('same')),
    says: /1000000 records read, \d+ faults/,
  },
  {
    name: 'a product a million times, left out',
    chunks: lines(million, () => product('same')),
    options: ['--keep-going'],
    says: /is current, with 1 products/,
  },
  {
    name: 'a ring of a million products',
    chunks: lines(million, (index) => product(`r${index}`, childOf(`r${(index + 1) % million}`))),
    says: /records read, \d+ faults|have a parent that has a parent itself, which is the limit/,
  },
  {
    name: 'a million products that are their own parents',
    chunks: lines(million, (index) => product(`o${index}`, childOf(`o${index}`))),
    says: /records read, \d+ faults|have a parent that has a parent itself, which is the limit/,
  },
  {
    name: 'a chain of products whose first parent is absent, left out',
    chunks: lines(200_000, (index) => product(`c${index}`, childOf(`c${index + 1}`))),
    options: ['--keep-going'],
    says: /records read, \d+ faults|have a parent that has a parent itself, which is the limit/,
  },
  {
    name: 'a million orphans',
    chunks: lines(million, (index) => product(`h${index}`, childOf('nobody'))),
    says: /records read, 1000000 faults/,
  },
  {
    name: 'a ring of a million nodes',
    chunks: lines(million, (index) => node(index, (index + 1) % million)),
    says: /more than .* beside the products|faults/,
  },
  {
    name: 'a chain of nodes whose root is absent, left out',
    chunks: () =>
      around(
        `${product('p')}\n`,
        times(50_000, (index) => `${node(index, index + 1)}\n`),
        '',
      ),
    options: ['--keep-going'],
    says: /is current, with 1 products/,
  },
  {
    name: 'a page of a million nodes',
    chunks: () =>
      around(
        '{"data":[',
        times(million, (index) => node(index, null), ','),
        ']}',
      ),
    says: /more than .* beside the products/,
  },
  {
    name: 'a million rules',
    chunks: lines(
      million,
      (index) => `{"type":"catalog_rule","id":"r${index}","attributes":{"name":"x","catalog_id":"x","region":"eu"}}`,
    ),
    says: /more than .* beside the products/,
  },
  {
    name: 'a matrix of 250,000 children',
    chunks: () =>
      around(
        '{"type":"product","id":"m","attributes":{"name":"x","status":"live"},"meta":{"variations":[{"id":"v","name":"v","options":[{"id":"o","name":"o"}]}],"variation_matrix":{',
        times(250_000, (index) => `"${index}":"x"`, ','),
        '}}}',
      ),
    says: /records read, \d+ faults/,
  },
  {
    name: 'UTF-16',
    chunks: () => [Buffer.from(`\ufeff[${product('p')}]`, 'utf16le')],
    says: /not valid|Expected|UTF-8/,
  },
  {
    name: 'broken UTF-8',
    chunks: () => [
      Buffer.concat([Buffer.from('{"type":"product","id":"'), Buffer.alloc(million, 0xc3), Buffer.from('"}')]),
    ],
    says: /not valid UTF-8/,
  },
  { name: 'a byte order mark alone', chunks: () => ['\ufeff'], says: /hold no records/ },
  { name: '50 MB of NUL', chunks: () => times(50, () => '\0'.repeat(million)), says: /larger than 16 MiB|not valid/ },
  { name: '100 MB of commas', chunks: () => times(100, () => ','.repeat(million)), says: /Expected another record/ },
  {
    name: 'a gigabyte of spaces in a gzip',
    chunks: () => times(1000, () => ' '.repeat(million)),
    isGzip: true,
    says: /hold no records/,
  },
  {
    name: 'a gigabyte of empty lines in a gzip',
    chunks: () =>
      around(
        '{"type":"x"}\n{"type":"x"}',
        times(1000, () => '\n'.repeat(million)),
        '',
      ),
    isGzip: true,
    says: /2 records read/,
  },
  {
    name: 'a gigabyte of zeros in a gzip',
    chunks: () => times(1000, () => '0'.repeat(million)),
    isGzip: true,
    says: /larger than 16 MiB/,
  },
];
