/**
 * Languages: BCP 47 tags, matched as RFC 4647 says ("Lookup"), wishes as RFC 9110 writes them (`de-CH, de;q=0.9, *;q=0.1`).
 */
import { rememberTexts } from '../../lib/remember-texts.ts';
import { patterned } from '../input/text.ts';

export const languageTag = patterned(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/u, 'a language tag (BCP 47)');

/**
 * BCP 47's "undetermined": stands first among a release's languages when most of its texts do not say what they are in. They are
 * what everybody gets for whom no translation fits.
 */
export const undetermined = 'und';

/**
 * The tag in the case that BCP 47 recommends (RFC 5646, section 2.1.1): `DE-de` → `de-DE`, `zh-hANT-tw` → `zh-Hant-TW`. A form and
 * nothing else: what a release has, or a registry says, does not change it.
 */
export function canonicalLanguageTag(tag: string): string {
  const subtags = tag.toLowerCase().split('-');
  const singleton = subtags.findIndex(({ length }) => length === 1);
  const end = singleton < 0 ? subtags.length : singleton;
  return subtags
    .map((subtag, index) => {
      if (index === 0 || index >= end) return subtag;
      if (subtag.length === 2) return subtag.toUpperCase();
      return subtag.length === 4 ? `${subtag.charAt(0).toUpperCase()}${subtag.slice(1)}` : subtag;
    })
    .join('-');
}

interface Wish {
  /** In lower case; `*` is any. */
  readonly tag: string;
  readonly quality: number;
}

/** More wishes than any browser sends: what follows is left unread. */
const maxWishes = 50;
const maxTagLength = 64;

/**
 * The language of `available`, whose first is the default, that fits the wishes best: the tag itself, or what it is a
 * variety of (`de` for `de-CH`), or else a variety of it (`de-AT` for `de`). Null: texts as they are, because nothing is available,
 * or because the default is undetermined.
 */
export function negotiateLanguage(wishes: string, available: readonly string[]): string | null {
  const language = bestMatch(wishes, available);
  return language === undetermined ? null : language;
}

function bestMatch(wishes: string, available: readonly string[]): string | null {
  const parsed = parseWishes(wishes);
  if (parsed.length === 0) return available[0] ?? null;
  const refused = new Set(parsed.filter(({ quality }) => quality === 0).map(({ tag }) => tag));
  const allowed = available.filter((language) => !refused.has(language.toLowerCase()));
  for (const { tag, quality } of parsed) {
    if (quality === 0) continue;
    const found = tag === '*' ? allowed[0] : matchLanguage(tag, allowed);
    if (found !== undefined) return found;
  }
  return available[0] ?? null;
}

/** The tag of `available` that one language means, as above. */
export function matchLanguage(language: string, available: readonly string[]): string | undefined {
  const wanted = language.toLowerCase();
  for (let range = wanted; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const found = available.find((tag) => tag.toLowerCase() === range);
    if (found !== undefined) return found;
  }
  return available.find((tag) => tag.toLowerCase().startsWith(`${wanted}-`));
}

/** In lower case; undefined: no language is wanted, or any. */
export function mostWanted(wishes: string): string | undefined {
  return parseWishes(wishes).find(({ tag, quality }) => tag !== '*' && quality > 0)?.tag;
}

/** The most wanted first; of those wanted equally the one that was named first. What can't be read is left out. */
const parseWishes = rememberTexts((text): readonly Wish[] =>
  (text ?? '')
    .split(',', maxWishes)
    .flatMap((item): Wish[] => {
      const [, tag, quality] = /^([a-z0-9*-]+)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i.exec(item.trim()) ?? [];
      return tag === undefined || tag.length > maxTagLength
        ? []
        : [{ tag: tag.toLowerCase(), quality: Math.min(1, Number(quality ?? 1)) }];
    })
    .sort((a, b) => b.quality - a.quality),
);
