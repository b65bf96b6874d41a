/**
 * Texts of slots (`product-slots.ts`) side by side in one piece of memory, from which pages are copied: what is kept of a product is
 * its bytes and where its lines end, and no object that the collector would have to visit.
 */

const wordBytes = 4;
/** Of a product, beside the ends of its lines. */
const ownWords = 3;

export class PackedSlots {
  readonly bytes: Buffer;
  /** The same memory, with room after it to read four bytes from any of them. */
  readonly view: DataView;
  /**
   * The same memory. Of each product, after its bytes: the number of its lines, the place before the first, and the end of each.
   * A translation's texts are lines, too, which a tab ends.
   */
  readonly words: Int32Array;
  #end = 0;

  /** `size`: in bytes; or the memory itself, in which anything may stand. */
  constructor(size: number | ArrayBuffer) {
    const memory = typeof size === 'number' ? new ArrayBuffer((Math.ceil(size / wordBytes) + 1) * wordBytes) : size;
    this.bytes = Buffer.from(memory, 0, memory.byteLength - wordBytes);
    this.view = new DataView(memory);
    this.words = new Int32Array(memory);
  }

  /** Others in the same memory: whoever still has these finds nothing in them. */
  emptied(): PackedSlots {
    const others = new PackedSlots(this.view.buffer as ArrayBuffer);
    const { bytes, view, words } = new PackedSlots(0);
    Object.assign(this, { bytes, view, words });
    return others;
  }

  /** Where its words begin; null: there is no room for it. */
  add(sortKey: string, text: string): number | null {
    const { bytes, words } = this;
    const start = this.#end;
    if (bytes.length - start < 3 * sortKey.length + text.length + (ownWords + 1) * wordBytes) return null;
    const sortKeyEnd = start + bytes.write(sortKey, start);
    const textEnd = sortKeyEnd + bytes.write(text, sortKeyEnd, 'latin1');
    const place = Math.ceil(textEnd / wordBytes);
    const lastWord = words.length - 1;
    let line = place + ownWords;
    // A search for each is twice as fast as a look at each byte.
    let [end, tab] = [text.indexOf('\n'), text.indexOf('\t')];
    while (end !== -1 || tab !== -1) {
      if (line >= lastWord) return null;
      const isTab = end === -1 || (tab !== -1 && tab < end);
      words[line++] = sortKeyEnd + (isTab ? tab : end);
      if (isTab) tab = text.indexOf('\t', tab + 1);
      else end = text.indexOf('\n', end + 1);
    }
    if (line >= lastWord) return null;
    words[line++] = textEnd;
    words[place] = line - place - ownWords;
    words[place + 1] = start;
    words[place + 2] = sortKeyEnd - 1;
    this.#end = line * wordBytes;
    return place;
  }

  /** Whether it is what was added there. */
  hasAt(place: number, sortKey: string, text: string): boolean {
    const { bytes, words } = this;
    const [start, sortKeyEnd] = [words[place + 1] as number, (words[place + 2] as number) + 1];
    const textEnd = words[place + ownWords - 1 + (words[place] as number)] as number;
    if (textEnd - sortKeyEnd !== text.length) return false;
    return (
      bytes.toString('latin1', sortKeyEnd, textEnd) === text && bytes.toString('utf8', start, sortKeyEnd) === sortKey
    );
  }

  /** What was added there: the sort key's bytes, and the text's. */
  packedAt(place: number): Uint8Array {
    const { bytes, words } = this;
    const lines = words[place] as number;
    return bytes.subarray(words[place + 1], words[place + ownWords - 1 + lines]);
  }
}

/** That is enough for a text, whatever it holds. */
export function roomOf(sortKey: string, text: string): number {
  return 3 * sortKey.length + (1 + wordBytes) * (text.length + 1) + (ownWords + 3) * wordBytes;
}
