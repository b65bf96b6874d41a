/** The letters of descriptions, which may be HTML. */

/**
 * What of it readers see, as far as words go: without tags, which nobody looks for, and with letters that are written by their names
 * or numbers (`K&uuml;che`, `&#39;`). Marks do not count in words, so that a letter is named by the one below its mark.
 */
export function withoutMarkup(text: string): string {
  const untagged = text.includes('<') ? text.replace(/<[/!]?[A-Za-z-][^<>]*>/g, ' ') : text;
  if (!untagged.includes('&')) return untagged;
  return untagged.replace(
    /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z]{2,6}));/g,
    (written, decimal?: string, hexadecimal?: string, name?: string) =>
      name === undefined
        ? byNumber(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal))
        : (byName(name) ?? written),
  );
}

function byNumber(codePoint: number): string {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint > 0x10_ffff || isSurrogate ? ' ' : String.fromCodePoint(codePoint);
}

/** Null: nothing that is known. */
function byName(name: string): string | null {
  if (noLetters.has(name)) return ' ';
  return letters.get(name) ?? /^([A-Za-z])(?:grave|acute|circ|tilde|uml|ring|cedil|caron)$/.exec(name)?.[1] ?? null;
}

const noLetters = new Set(
  (
    'amp lt gt quot apos nbsp ensp emsp thinsp ndash mdash hellip bull middot lsquo rsquo sbquo ldquo rdquo bdquo laquo raquo ' +
    'lsaquo rsaquo iexcl iquest times deg plusmn sect para copy reg trade euro pound yen cent'
  ).split(' '),
);

const letters = new Map(
  Object.entries({
    ...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø' },
    ...{ eth: 'ð', ETH: 'Ð', thorn: 'þ', THORN: 'Þ', shy: '' },
  }),
);
