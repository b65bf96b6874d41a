import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownLines } from '../../../src/domain/product/product-slots.ts';
import { ShownItem, type ShownProduct, textOfLine } from '../../../src/domain/product/shown-product.ts';
import { RunningReads } from '../../../src/storage/index/running-reads.ts';
import { checksumOfSlots } from '../../../src/storage/index/slot-checksums.ts';
import { createSlotMemory, type SlotMemory } from '../../../src/storage/index/slot-memory.ts';

const line = fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)) });
const row = fc.record({
  ordinal: fc.nat(10_000),
  sortKey: fc.string({ minLength: 1 }),
  lines: fc.array(line, { minLength: ownLines, maxLength: ownLines + 8 }),
});

function linesOf(product: ShownProduct, count: number): string[] {
  return Array.from({ length: count }, (_, at) => textOfLine(product, at));
}

describe('the memory of slots', () => {
  it('gives back each line, and the sort key', () => {
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ ordinal }) => ordinal, maxLength: 60 }), (rows) => {
        const memory = createSlotMemory('slots', 10_000_000);
        for (const { ordinal, sortKey, lines } of rows) {
          memory.add(7, { ordinal, sortKey, text: lines.join('\n') });
        }
        for (const { ordinal, sortKey, lines } of rows) {
          const found = memory.find(7, ordinal) as ShownProduct;
          expect(linesOf(found, lines.length)).toEqual(lines);
          expect(new ShownItem(found, null).sortKey).toBe(Buffer.from(sortKey).toString());
          expect(memory.find(8, ordinal)).toBeNull();
        }
      }),
    );
  });

  it('forgets what it read first where there is no room, and nothing that is in use', async () => {
    const reads = new RunningReads();
    const memory = createSlotMemory('slots', 1_000_000, reads);
    const text = Array.from({ length: ownLines }, (_, at) => `${at} ${'x'.repeat(300)}`).join('\n');
    const add = (ordinal: number) => memory.add(1, { ordinal, sortKey: `key ${ordinal}`, text }) as ShownProduct;
    await reads.during(async () => {
      const first = add(0);
      for (let ordinal = 1; ordinal < 1000; ordinal += 1) add(ordinal);
      expect(memory.find(1, 0)).toBeNull();
      expect(linesOf(first, ownLines).join('\n')).toBe(text);
    });
    expect(memory.find(1, 999)).not.toBeNull();
    const known = Array.from({ length: 1000 }, (_, ordinal) => memory.find(1, ordinal)).filter(Boolean).length;
    expect(known * text.length).toBeGreaterThan(500_000);
    expect(known * text.length).toBeLessThan(1_000_000);
  });

  it('forgets a release, and no other', () => {
    const memory = createSlotMemory('slots', 1_000_000);
    const text = '\n'.repeat(ownLines - 1);
    for (const release of [1, 2]) {
      for (const ordinal of [0, 70_000]) memory.add(release, { ordinal, sortKey: 'key', text });
    }
    memory.forget(1);
    expect([0, 70_000].map((ordinal) => memory.find(1, ordinal))).toEqual([null, null]);
    expect([0, 70_000].filter((ordinal) => memory.find(2, ordinal) !== null)).toEqual([0, 70_000]);
  });

  it('forgets all releases but some, and has their room again', () => {
    const memory = createSlotMemory('slots', 1_000_000);
    const text = Array.from({ length: ownLines }, () => 'x'.repeat(300)).join('\n');
    const fill = (release: number) => {
      let count = 0;
      while (memory.hasRoom()) memory.add(release, { ordinal: count++, sortKey: 'key', text });
      return count;
    };
    const fitting = fill(1);
    expect(fitting * text.length).toBeGreaterThan(400_000);
    expect(memory.find(1, 0)).not.toBeNull();
    memory.forgetOthers(new Set([1]));
    expect(fill(2)).toBe(0);
    memory.forgetOthers(new Set([2]));
    expect(memory.find(1, 0)).toBeNull();
    expect(fill(2)).toBe(fitting);
    expect(memory.find(2, fitting - 1)).not.toBeNull();
  });

  it('writes into the memory of what it has forgotten, when nobody reads that any more', async () => {
    const reads = new RunningReads();
    const memory = createSlotMemory('slots', 1_000_000, reads);
    const textOf = (release: number, ordinal: number) =>
      Array.from({ length: ownLines }, (_, at) => `${release} ${ordinal} ${at} ${'x'.repeat(300)}`).join('\n');
    const add = (release: number, ordinal: number) =>
      memory.add(release, { ordinal, sortKey: 'key', text: textOf(release, ordinal) }) as ShownProduct;
    const ordinals = Array.from({ length: 50 }, (_, ordinal) => ordinal);
    const buffersOf = (products: readonly ShownProduct[]) => new Set(products.map(({ slots }) => slots.view.buffer));
    const first = ordinals.map((ordinal) => add(1, ordinal));
    const buffers = buffersOf(first);
    await reads.during(async () => {
      memory.forgetOthers(new Set([2]));
      const second = ordinals.map((ordinal) => add(2, ordinal));
      expect(buffersOf(second).intersection(buffers).size).toBe(0);
      expect(first.map((product) => linesOf(product, ownLines).join('\n'))).toEqual(
        ordinals.map((ordinal) => textOf(1, ordinal)),
      );
      memory.forgetOthers(new Set([3]));
    });
    const third = ordinals.map((ordinal) => add(3, ordinal));
    expect(buffersOf(third).intersection(buffers).size).toBe(0);
    memory.forget(3);
    const kept = buffersOf(third);
    const fourth = ordinals.map((ordinal) => add(4, ordinal));
    expect(buffersOf(fourth).isSubsetOf(kept)).toBe(true);
    expect(fourth.map((product) => linesOf(product, ownLines).join('\n'))).toEqual(
      ordinals.map((ordinal) => textOf(4, ordinal)),
    );
  });

  describe('of a release that shows much of what another one does', () => {
    const textOf = (name: string) =>
      Array.from({ length: ownLines }, (_, at) => `${name} ${at} ${'x'.repeat(300)}`).join('\n');
    const add = (memory: SlotMemory, release: number, ordinal: number, name: string) => {
      const [sortKey, text] = [`key of ${name}`, textOf(name)];
      return memory.add(release, { ordinal, sortKey, text, checksum: checksumOfSlots(sortKey, text) }) as ShownProduct;
    };
    const textAt = (memory: SlotMemory, release: number, ordinal: number) => {
      const found = memory.find(release, ordinal);
      return found && linesOf(found, ownLines).join('\n');
    };
    const ordinals = Array.from({ length: 100 }, (_, ordinal) => ordinal);

    it('holds it once, at other places of the lists, too, for as long as either does', () => {
      const memory = createSlotMemory('slots', 3_000_000);
      const first = ordinals.map((ordinal) => add(memory, 1, ordinal, `product ${ordinal}`));
      for (const ordinal of ordinals) {
        const shared = add(memory, 2, ordinal + 1, `product ${ordinal}`);
        expect(shared).toMatchObject({ releaseId: '2', at: first[ordinal]?.at });
        expect(shared.slots === first[ordinal]?.slots).toBe(true);
      }
      memory.forgetOthers(new Set([2]));
      for (const ordinal of ordinals) {
        expect(memory.find(1, ordinal)).toBeNull();
        expect(textAt(memory, 2, ordinal + 1)).toBe(textOf(`product ${ordinal}`));
      }
      memory.forget(2);
      expect(memory.find(2, 1)).toBeNull();
    });

    it('has room for three where it has for two that differ', () => {
      const memory = createSlotMemory('slots', 6_000_000);
      for (const release of [1, 2, 3]) {
        for (let ordinal = 0; ordinal < 500; ordinal += 1) {
          add(
            memory,
            release,
            ordinal,
            ordinal % 100 === 0 ? `product ${ordinal} of ${release}` : `product ${ordinal}`,
          );
        }
      }
      expect(memory.hasRoom()).toBe(true);
      for (const release of [1, 2, 3]) {
        expect(textAt(memory, release, 100)).toBe(textOf(`product 100 of ${release}`));
        expect(textAt(memory, release, 101)).toBe(textOf('product 101'));
      }
    });

    it('takes a text for the same if each byte of it is, and it is the one that was written', () => {
      const memory = createSlotMemory('slots', 1_000_000);
      add(memory, 1, 0, 'one');
      const checksum = checksumOfSlots('key of one', textOf('one'));
      expect(memory.add(2, { ordinal: 0, sortKey: 'key of one', text: textOf('two'), checksum })).toBeNull();
      expect(memory.add(2, { ordinal: 0, sortKey: 'key of two', text: textOf('one'), checksum })).toBeNull();
      expect(memory.add(2, { ordinal: 0, sortKey: 'key of one', text: `${textOf('one')}\n`, checksum })).toBeNull();
      expect(memory.find(2, 0)).toBeNull();
    });

    it('writes it anew where most of what lies around it is read by nobody any more', () => {
      const memory = createSlotMemory('slots', 6_000_000);
      const count = 40;
      const half = ordinals.slice(0, count / 2);
      const first = ordinals.slice(0, count).map((ordinal) => add(memory, 1, ordinal, `product ${ordinal}`));
      for (const ordinal of half) add(memory, 2, ordinal, `product ${ordinal}`);
      memory.forget(1);
      for (const ordinal of half) {
        expect(add(memory, 3, ordinal, `product ${ordinal}`).slots === first[ordinal]?.slots).toBe(false);
        expect(textAt(memory, 3, ordinal)).toBe(textOf(`product ${ordinal}`));
        expect(textAt(memory, 2, ordinal)).toBe(textOf(`product ${ordinal}`));
      }
    });

    it('finds what was added of each release or nothing, whatever is added and forgotten', () => {
      const step = fc.oneof(
        {
          weight: 20,
          arbitrary: fc.record({ release: fc.integer({ min: 1, max: 4 }), ordinal: fc.nat(60), version: fc.nat(2) }),
        },
        { weight: 1, arbitrary: fc.record({ forget: fc.integer({ min: 1, max: 4 }) }) },
      );
      fc.assert(
        fc.property(fc.array(step, { minLength: 50, maxLength: 400 }), (steps) => {
          const memory = createSlotMemory('slots', 1_000_000);
          const known = new Map<string, string>();
          for (const one of steps) {
            if ('forget' in one) {
              memory.forget(one.forget);
              for (const key of known.keys()) if (key.startsWith(`${one.forget} `)) known.delete(key);
              continue;
            }
            const { release, ordinal, version } = one;
            const name = `product ${ordinal} of ${version}`;
            add(memory, release, ordinal, name);
            known.set(`${release} ${ordinal}`, textOf(name));
            expect(textAt(memory, release, ordinal)).toBe(textOf(name));
          }
          for (const release of [1, 2, 3, 4]) {
            for (let ordinal = 0; ordinal <= 60; ordinal += 1) {
              const found = textAt(memory, release, ordinal);
              if (found !== null) expect(found).toBe(known.get(`${release} ${ordinal}`));
            }
          }
        }),
        { numRuns: 30 },
      );
    });
  });

  it('keeps nothing where it has no room at all', () => {
    const memory = createSlotMemory('slots', 0);
    const text = '\n'.repeat(ownLines - 1);
    expect(memory.add(1, { ordinal: 0, sortKey: 'key', text })).not.toBeNull();
    expect(memory.find(1, 0)).toBeNull();
  });

  it('takes a text with its checksum, and none with another', () => {
    fc.assert(
      fc.property(row, ({ ordinal, sortKey, lines }) => {
        const memory = createSlotMemory('slots', 1_000_000);
        const text = lines.join('\n');
        const checksum = checksumOfSlots(sortKey, text);
        expect(memory.add(1, { ordinal, sortKey, text, checksum: (checksum + 1) % 2 ** 32 })).toBeNull();
        expect(memory.add(1, { ordinal, sortKey, text, checksum: undefined })).toBeNull();
        expect(memory.find(1, ordinal)).toBeNull();
        expect(memory.add(1, { ordinal, sortKey, text, checksum })).not.toBeNull();
      }),
    );
  });

  it('takes no text of fewer lines for slots', () => {
    const memory = createSlotMemory('slots', 1_000_000);
    expect(memory.add(1, { ordinal: 0, sortKey: 'key', text: '' })).toBeNull();
    expect(memory.find(1, 0)).toBeNull();
  });
});
