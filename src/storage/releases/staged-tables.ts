import Sqlite from 'better-sqlite3';
import { ranks } from '../../domain/release/staging.ts';

/** `file` is made, and must not exist. */
export function createTables(file: string): Sqlite.Database {
  const database = new Sqlite(file);
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  database.exec(`
    create table product (sequence integer primary key, catalog text, id text not null, parent text, named_parent text, sku text, slug text,
      is_slug_given integer not null, digest text, rank integer not null, file text not null, record integer not null, line integer,
      is_parent integer not null, has_locales integer not null, stored_parent text, stored_slug text, release_position integer not null);
    create table removed (sequence integer primary key, catalog text not null, id text not null, stored_parent text);
    create table made_slug (sequence integer primary key, catalog text not null, position integer not null, slug text not null);
    create table slug_to_number (number integer primary key, sequence integer not null, catalog text not null, slug text not null);
    create table named_child (sequence integer not null, child text not null);
    create table claim (catalog text, id text not null, rank integer not null, digest text, file text not null, first integer not null);
    create index claim_rank on claim (catalog, id, rank, first);
    create index claim_digest on claim (catalog, id, digest, rank, first);
    create table found (position integer primary key, list integer not null, sequence integer not null, value text, first integer);
    create table left_out (sequence integer primary key, has_yielded integer not null default 0);
    begin`);
  return database;
}

/** Conditions. */
export const isOfRelease = `rank = ${ranks.release}`;
export const isNew = `rank <> ${ranks.release}`;

/** A condition. */
export function kept(table: string): string {
  return `${table}.sequence not in (select sequence from left_out)`;
}
