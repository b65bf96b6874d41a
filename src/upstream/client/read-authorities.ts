import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Certificates that vouch for the platform. @throws Error with a sentence for people where there are none: each call would fail later */
export function readAuthorities(file: string): string {
  const text = readText(file);
  if (!text.includes('CERTIFICATE-----') || !isCertificate(text)) {
    throw new Error('UPSTREAM_CA_FILE must name a file with certificates in the form of PEM.');
  }
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`UPSTREAM_CA_FILE must name a file that can be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Whether the first of them is one. */
function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}
