import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import type { ResponseSource } from './response-cache.ts';

/** Of a platform's catalog nothing is published here. */
const nothing: CatalogDirectory = { catalogs: [], rules: [] };

/**
 * Responses made of a platform's answers: they are valid as long as these are new, and belong to whoever these belong to. Nobody here can
 * read who that is, nor which languages there are: equal credentials get the same for equal wishes.
 */
export const platformResponses: ResponseSource = {
  getDirectory: async () => nothing,
  classOf: (_, { upstream, language }) => `${upstream?.credentials.identity} ${language}`,
};
