import { decodeText, slotPlaces } from '../../domain/product/product-slots.ts';
import { endOfLine, type ShownProduct, startOfLine, textOfLine } from '../../domain/product/shown-product.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { formatGlobalId } from '../schema/global-id.ts';

const quotationMark = 0x22;
const backslash = 0x5c;

/** `Product?marks:` and an id, before they are encoded: as much as ids and marks can take. */
const plain = Buffer.allocUnsafeSlow(4096);
let writtenMarks: string | null = null;
let prefixLength = 0;

/** An id in which JSON escapes nothing has the bytes of its UTF-8 already. */
export function writeGlobalId(product: ShownProduct, marks: string, out: ByteWriter): void {
  const { bytes } = product.slots;
  const start = startOfLine(product, slotPlaces.id) + 1;
  const end = endOfLine(product, slotPlaces.id) - 1;
  if (marks !== writtenMarks) {
    prefixLength = plain.write(`Product${marks}:`, 'latin1');
    writtenMarks = marks;
  }
  out.writeByte(quotationMark);
  let length = prefixLength;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === backslash || length === plain.length) {
      const id = JSON.parse(decodeText(textOfLine(product, slotPlaces.id)));
      out.writeText(formatGlobalId('Product', id, marks));
      out.writeByte(quotationMark);
      return;
    }
    plain[length++] = byte;
  }
  out.writeBase64(plain, length);
  out.writeByte(quotationMark);
}
