/** A record of each type with every member that it may have, and copies of them that can stand in one store. */
import { importedIds, importedRecords } from '../../contract/imported-store.ts';
import type { Json } from './random-store.ts';

export const catalogId = importedIds.catalog;
export const channel = importedIds.channel;

const language = { de: { name: 'Auf Deutsch', description: 'Mehr' }, 'pt-BR': { name: 'Em português' } };

/** As they are imported together. */
export const completeRecords: readonly Json[] = importedRecords.map((record: Json) => {
  const { id, type, attributes } = record;
  if (id === importedIds.full) return { ...record, attributes: { ...attributes, locales: language } };
  if (type === 'node') return { ...record, attributes: { ...attributes, locales: language } };
  if (type !== 'catalog_rule') return record;
  const schedules = [{ valid_from: '2026-01-01T00:00:00.000Z', valid_to: null }];
  return { ...record, attributes: { ...attributes, schedules, tags: [], account_ids: [] } };
});

/** Whose copies are broken: those with the most members more often. */
export const templates: readonly Json[] = completeRecords.flatMap((record) => {
  if (record.id === importedIds.full) return Array(12).fill(record);
  return Array(record.id === importedIds.parent ? 4 : 1).fill(record);
});

/** The record under a name of its own, wherever two may not have the same. */
export function copyOf(record: Json, number: number): Json {
  const { type, attributes } = record;
  const digits = String(number).padStart(8, '0');
  const id = `${digits}${record.id.slice(8)}`;
  const named = { ...record, id };
  if (type === 'product') return { ...named, attributes: { ...attributes, slug: `s${digits}`, sku: `k${digits}` } };
  if (type === 'custom_api') return { ...named, api_type: `t${digits}_ext` };
  if (type === 'custom_field') return { ...named, slug: `f${digits}` };
  if (type === 'application_key') return { ...named, client_id: `c${digits}` };
  return named;
}
