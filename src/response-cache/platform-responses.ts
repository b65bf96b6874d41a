import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import type { ResponseSource } from './response-cache.ts';

/** Of a platform's catalog nothing is published here. */
const nothing: CatalogDirectory = { catalogs: [], rules: [] };

/**
 * Responses made from a platform's answers: valid while these are new, and for the same client only. The gateway can tell neither who that
 * is nor which languages there are, so requests share a response where their credentials and their `Accept-Language` are equal.
 */
export const platformResponses: ResponseSource = {
  getDirectory: async () => nothing,
  classOf: (_, { upstream, language }) => `${upstream?.credentials.identity} ${language}`,
};
