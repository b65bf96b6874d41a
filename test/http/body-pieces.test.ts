/** Bodies in pieces: what they say is what their pieces say, and what they are told apart by changes with each byte. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListedJson } from '../../src/domain/input/listed-json.ts';
import { BodyPieces, type ListedPieces, toBytes } from '../../src/http/body-pieces.ts';

const listed = fc.record({
  before: fc.string({ unit: 'grapheme', maxLength: 5 }),
  items: fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 6 }),
  after: fc.string({ unit: 'grapheme', maxLength: 5 }),
});

const textOf = ({ before, items, after }: ListedPieces) => `${before}${items.join()}${after}`;
const texts = ({ items }: ListedPieces) => items.map(String);

const inLists = (listed: ListedPieces) => new BodyPieces({ ...listed, items: ListedJson.ofAll(texts(listed)) });
const apart = (listed: ListedPieces) =>
  new BodyPieces({ ...listed, items: texts(listed).flatMap((text) => ListedJson.ofAll([text])) });
/** Each other one is a text, each fourth one in memory of its own. */
const mixed = (listed: ListedPieces) => {
  const shared = ListedJson.ofAll(texts(listed));
  const items = texts(listed).map((text, at) =>
    at % 2 === 1 ? text : at % 4 === 2 ? ListedJson.ofAll([text])[0] : shared[at],
  );
  const before = ListedJson.of(String(listed.before));
  return new BodyPieces({ ...listed, before, items: items as ListedPieces['items'] });
};

it('its bytes are those of its pieces, of texts and of bytes alike', () => {
  fc.assert(
    fc.property(listed, (parts) => {
      for (const body of [new BodyPieces(parts), inLists(parts), apart(parts), mixed(parts)]) {
        expect(body.length).toBe(Buffer.byteLength(textOf(parts)));
        expect(Buffer.concat(body.pieces).toString()).toBe(textOf(parts));
        expect(toBytes(body)).toEqual(Buffer.from(textOf(parts)));
      }
    }),
  );
});

it('equal pieces have equal hashes, whatever memory they are in, and other bytes have others', () => {
  fc.assert(
    fc.property(listed, listed, (one, other) => {
      expect(apart(one).hash).toBe(new BodyPieces(one).hash);
      expect(inLists(one).hash).toBe(new BodyPieces(one).hash);
      expect(mixed(one).hash).toBe(new BodyPieces(one).hash);
      if (textOf(one) !== textOf(other)) expect(new BodyPieces(one).hash).not.toBe(new BodyPieces(other).hash);
    }),
    {
      examples: [
        [
          { before: 'a', items: ['b'], after: '' },
          { before: 'a', items: ['b', ''], after: '' },
        ],
      ],
    },
  );
});

it('texts that were read together are one piece where they follow each other', () => {
  const [one, two, three, four] = ListedJson.ofAll(['one', 'zwö', '', 'four']) as [
    ListedJson,
    ListedJson,
    ListedJson,
    ListedJson,
  ];
  const piecesOf = (items: ListedPieces['items']) => {
    return new BodyPieces({ before: '[', items, after: ']' }).pieces.map(String);
  };
  expect(piecesOf([one, two, three, four])).toEqual(['[', 'one,zwö,,four', ']']);
  expect(piecesOf([two, one, four])).toEqual(['[', 'zwö,', 'one,', 'four', ']']);
  expect(piecesOf([three, four, 'text', one, two])).toEqual(['[', ',four,', 'text,', 'one,zwö', ']']);
  expect(piecesOf([one, one])).toEqual(['[', 'one,', 'one', ']']);
  expect([String(two), two.length]).toEqual(['zwö', 4]);
});

it('joins its pieces in memory of its own', () => {
  const [item] = ListedJson.ofAll(['item']) as [ListedJson];
  const joined = new BodyPieces({ before: '[', items: [item, item], after: ']' }).join();
  expect([joined.toString(), joined.buffer.byteLength]).toEqual(['[item,item]', 11]);
  joined.fill(0);
  expect(item.toString()).toBe('item');
});
