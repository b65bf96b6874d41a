/** Of letters that Unicode does not decompose: what people write where a keyboard lacks them. */
const spelt: Readonly<Record<string, string>> = {
  ...{ Æ: 'Ae', æ: 'ae', Œ: 'Oe', œ: 'oe', Ø: 'O', ø: 'o', ẞ: 'SS', ß: 'ss', Þ: 'Th', þ: 'th' },
  ...{ Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Ħ: 'H', ħ: 'h', Ŧ: 'T', ŧ: 't', Ŋ: 'N', ŋ: 'n', ı: 'i' },
};

const markOrSpelt = /\p{M}+|[ÆæŒœØøẞßÞþŁłĐđÐðĦħŦŧŊŋı]/gu;

/**
 * Unicode's compatible decomposition without its marks, and without strokes and ligatures that it leaves.
 *
 * @example
 * plainLetters('Crème Łódź, weiß'); // 'Creme Lodz, weiss'
 */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replace(markOrSpelt, (found) => spelt[found] ?? '');
}
