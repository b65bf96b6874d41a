import { LRUCache } from 'lru-cache';
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { fitsActor, namesActors } from '../domain/catalog/select-catalog.ts';
import { negotiateLanguage } from '../domain/language/language.ts';
import { localeOf } from '../domain/language/locale.ts';
import type { Actor, RequestContext } from '../domain/request-context.ts';
import { digestOfLong } from '../lib/key-text.ts';
import { memoised } from '../lib/memo.ts';

/**
 * What decides, of who a shopper is and of the languages that they wish for, on an answer from the current releases: two of one
 * class get the same. It holds what the token may do, which of the rules that name accounts, their tags or customers it fits, what
 * its wish comes to in each release, and what amounts are formatted in.
 */
export function shopperClass(
  directory: CatalogDirectory,
  { actor, language }: Pick<RequestContext, 'actor' | 'language'>,
): string {
  const { fits, languages } = memoised(known, directory, toKnown);
  const fit = actor ? memoised(fits, actorKey(actor), () => digestOfLong(fittingRules(directory, actor))) : '';
  const shown = memoised(languages, language, () => digestOfLong(shownLanguages(directory, language)));
  return `${actor?.grant ?? ''} ${fit} ${shown}`;
}

/** Texts of at most 100 characters, the digests of longer ones. */
interface Known {
  readonly fits: LRUCache<string, string>;
  readonly languages: LRUCache<string, string>;
}

const maxRemembered = 5000;
const known = new WeakMap<CatalogDirectory, Known>();

function toKnown(): Known {
  return { fits: new LRUCache({ max: maxRemembered }), languages: new LRUCache({ max: maxRemembered }) };
}

function actorKey({ accountId, accountTagIds, customerId }: Actor): string {
  return digestOfLong(JSON.stringify([accountId, accountTagIds, customerId]));
}

/** Their places among all rules. */
function fittingRules({ rules }: CatalogDirectory, actor: Actor): string {
  return rules.flatMap((rule, index) => (namesActors(rule) && fitsActor(rule, actor) ? [index] : [])).join();
}

function shownLanguages({ catalogs }: CatalogDirectory, language: string): string {
  const shown = catalogs.map(
    ({ currentRelease }) => currentRelease && negotiateLanguage(language, currentRelease.languages),
  );
  return [localeOf(language), ...shown].join();
}
