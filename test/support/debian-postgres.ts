import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder of a server's programs with which replicas are made: those that npm brings do not have all of them. @throws Error that names the package */
export function findDebianPostgres(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').sort().at(-1);
  if (!found) throw new Error('This needs PostgreSQL with pg_basebackup: apt-get install postgresql.');
  return dirname(found);
}
