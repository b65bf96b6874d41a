/** Bodies in pieces: what they say is what their pieces say, and what they are told apart by changes with each byte. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toListedJson } from '../../src/domain/input/listed-json.ts';
import { BodyPieces, type ListedPieces, toBytes } from '../../src/http/body-pieces.ts';

const listed = fc.record({
  before: fc.string({ unit: 'grapheme', maxLength: 5 }),
  items: fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 4 }),
  after: fc.string({ unit: 'grapheme', maxLength: 5 }),
});

const textOf = ({ before, items, after }: ListedPieces) => `${before}${items.join()}${after}`;
const inBuffers = ({ items, ...around }: ListedPieces) =>
  new BodyPieces({ ...around, items: items.map((item) => Buffer.from(item)) });

const inLists = ({ items, ...around }: ListedPieces) =>
  new BodyPieces({ ...around, items: items.map((item) => toListedJson(item.toString())) });

it('its bytes are those of its pieces, of texts and of bytes alike', () => {
  fc.assert(
    fc.property(listed, (parts) => {
      for (const body of [new BodyPieces(parts), inBuffers(parts), inLists(parts)]) {
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
      expect(inBuffers(one).hash).toBe(new BodyPieces(one).hash);
      expect(inLists(one).hash).toBe(new BodyPieces(one).hash);
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

it('a text that is sent in many lists is one piece with the comma after it', () => {
  const items = ['one', 'two', 'three'].map(toListedJson);
  const { pieces } = new BodyPieces({ before: '[', items, after: ']' });
  expect(pieces.map(String)).toEqual(['[', 'one,', 'two,', 'three', ']']);
  expect(pieces[1]?.buffer).toBe(items[0]?.buffer);
});

it('joins its pieces in memory of its own', () => {
  const item = Buffer.from('item');
  const joined = new BodyPieces({ before: '[', items: [item, item], after: ']' }).join();
  expect([joined.toString(), joined.buffer.byteLength]).toEqual(['[item,item]', 11]);
  joined.fill(0);
  expect(item.toString()).toBe('item');
});
