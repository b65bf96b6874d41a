/**
 * What is made of one detail of a product (`domain/product/product-details.ts`) and of nothing else, as it was written, with what it was charged:
 * products of a page have much in common, and those that have the same detail show the same.
 */
import { textOfDetail } from '../../domain/product/members-of-shown.ts';
import type { DetailName } from '../../domain/product/product-details.ts';
import type { Write } from '../bytes/write-object.ts';
import type { ShownItem, ShownPage } from './shown-page.ts';
import { copyWritten, keepWhole } from './written-text.ts';

export function keepByDetail(detail: DetailName, write: Write<ShownItem, ShownPage>): Write<ShownItem, ShownPage> {
  // Where there are any, they have ids that hold the product's.
  const holdsId = detail === 'variations';
  return (item, page, out) => {
    const text = textOfDetail(item.item, detail, 'latin1');
    if (holdsId && text !== '') return write(item, page, out);
    const { run, writtenDetails } = page;
    const known = writtenDetails.get(write, text);
    if (known) copyWritten(known, run, out);
    // To keep what does not come again would only take time.
    else if (known === null || text === '') {
      writtenDetails.set(
        write,
        text,
        keepWhole(() => write(item, page, out), run, out),
      );
    } else {
      writtenDetails.set(write, text, null);
      write(item, page, out);
    }
  };
}
