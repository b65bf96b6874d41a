/** What the URL of a server names for TLS: the driver reads it for each connection, so that it may change. */
import { accessSync, constants } from 'node:fs';
import { splitHosts } from '../database-url.ts';

const named = ['sslrootcert', 'sslcert', 'sslkey'];

export class UnreadableCertificate extends Error {
  override readonly name = 'UnreadableCertificate';
  constructor(parameter: string, code: string | undefined) {
    super(`The file that ${parameter} names in the database's URL can not be read (${code}).`);
  }
}

/** @throws UnreadableCertificate */
export function expectCertificates(urls: readonly string[]): void {
  for (const url of urls.flatMap((several) => splitHosts(several)?.[0] ?? [])) {
    const { searchParams } = new URL(url);
    for (const parameter of named) expectReadable(parameter, searchParams.get(parameter));
  }
}

function expectReadable(parameter: string, file: string | null): void {
  if (file === null) return;
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new UnreadableCertificate(parameter, (error as NodeJS.ErrnoException).code);
  }
}

/** A file that was there at the start. */
export function isUnreadable(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'open';
}
