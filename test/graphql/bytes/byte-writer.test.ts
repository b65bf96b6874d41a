import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter, constantOf, giveBack, takeWriter } from '../../../src/graphql/bytes/byte-writer.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
const step = fc.oneof(
  fc.tuple(bytes, fc.nat(300), fc.nat(300)).map(([source, one, other]) => {
    const [start, end] = [Math.min(one, other, source.length), Math.min(Math.max(one, other), source.length)];
    const padded = new DataView(Uint8Array.from([...source, 1, 2, 3]).buffer);
    return {
      expected: source.subarray(start, end),
      write: (out: ByteWriter) => out.copy({ view: padded }, start, end),
    };
  }),
  fc.string({ unit: 'grapheme' }).map((text) => ({
    expected: Buffer.from(text),
    write: (out: ByteWriter) => out.write(constantOf(text)),
  })),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => ({
    expected: Buffer.from(JSON.stringify(text)),
    write: (out: ByteWriter) => out.writeString(text),
  })),
  fc.string({ unit: 'grapheme-ascii', maxLength: 100 }).map((text) => ({
    expected: Buffer.from(JSON.stringify(text)),
    write: (out: ByteWriter) => out.writeString(text),
  })),
  fc.json().map((json) => ({ expected: Buffer.from(json), write: (out: ByteWriter) => out.writeJson(json) })),
  latin1.map((text) => ({
    expected: Buffer.from(text + text, 'latin1'),
    write(out: ByteWriter) {
      const start = out.length;
      out.writeText(text);
      out.write(out.constantFrom(start));
    },
  })),
  latin1.map((text) => ({
    expected: Buffer.from(text, 'latin1'),
    write: (out: ByteWriter) => out.writeText(text),
  })),
  fc.tuple(bytes, fc.nat(300)).map(([source, most]) => ({
    expected: Buffer.from(source.subarray(0, most).toString('base64url')),
    write: (out: ByteWriter) => out.writeBase64(source, Math.min(source.length, most)),
  })),
  bytes.map((source) => ({
    expected: source,
    write(out: ByteWriter) {
      const other = takeWriter();
      for (const byte of source) other.writeByte(byte);
      out.append(other);
      giveBack(other);
    },
  })),
  fc.nat(255).map((byte) => ({ expected: Buffer.from([byte]), write: (out: ByteWriter) => out.writeByte(byte) })),
);

describe('a byte writer', () => {
  it('has what was written to it, in order', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const out = takeWriter();
        for (const { write } of steps) write(out);
        expect(writtenFrom(out, 0).equals(Buffer.concat(steps.map(({ expected }) => expected)))).toBe(true);
        giveBack(out);
      }),
    );
  });

  it.each<[string, (out: ByteWriter) => void, string]>([
    ['a constant', (out) => out.write(constantOf('abc')), 'abc'],
    ['a text', (out) => out.writeText('abc'), 'abc'],
    ['a string', (out) => out.writeString('abc'), '"abc"'],
    ['JSON', (out) => out.writeJson('"漢字"'), '"漢字"'],
    ['bytes', (out) => writeBytes(out, 'abcdefgh'), 'abcdefgh'],
    ['bytes in base64', (out) => out.writeBase64(Buffer.from('abcd'), 4), 'YWJjZA'],
    ['all of another one', (out) => out.append(writerOf('abcdefgh')), 'abcdefgh'],
  ])('grows for %s wherever its memory ends', (_what, write, expected) => {
    for (let start = 65_520; start <= 65_536; start += 1) {
      const out = writerOf('-'.repeat(start));
      write(out);
      out.write(constantOf('.'));
      expect(writtenFrom(out, start).toString()).toBe(`${expected}.`);
      expect(writtenFrom(out, 0).indexOf(expected.charAt(0))).toBe(start);
    }
  });

  it('grows as far as it has to, and gives that back when it is cleared', () => {
    const out = new ByteWriter();
    const part = constantOf('a'.repeat(10_000));
    for (let count = 0; count < 300; count += 1) out.write(part);
    expect(out.length).toBe(3_000_000);
    expect(writtenFrom(out, 2_999_998).toString()).toBe('aa');
    out.clear();
    expect(out.length).toBe(0);
    out.writeText('b');
    expect(writtenFrom(out, 0).toString()).toBe('b');
  });

  it('is taken by one at a time, and holds nothing of its use before', () => {
    const first = takeWriter();
    first.writeText('half');
    expect(takeWriter()).not.toBe(first);
    giveBack(first);
    const again = takeWriter();
    expect(again).toBe(first);
    expect(again.length).toBe(0);
  });
});

function writeBytes(out: ByteWriter, text: string): void {
  for (const byte of Buffer.from(text)) out.writeByte(byte);
}

function writerOf(text: string): ByteWriter {
  const out = new ByteWriter();
  out.writeText(text);
  return out;
}

function writtenFrom(out: ByteWriter, start: number): Buffer {
  const written = Buffer.alloc(out.length - start);
  expect(out.copyTo(written, 0, start, out.length)).toBe(written.length);
  return written;
}
