/** Certificates of authorities of our own, made anew for each test: X.509 as far as servers on loopback need it. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority extends Identity {
  /** A server's. `host`: a DNS name, or an address of IPv4. */
  issue(host: string, lifetime?: Lifetime): Identity;
}

export interface Lifetime {
  readonly from: Date;
  readonly until: Date;
}

const day = 86_400_000;
const thisWeek = (): Lifetime => ({ from: new Date(Date.now() - day), until: new Date(Date.now() + 7 * day) });

export function createAuthority(name: string): Authority {
  const own = newKey();
  const issuer = { name, privateKey: own.privateKey };
  const isAuthority = extension('551d13', sequence(Buffer.from([0x01, 0x01, 0xff])));
  return {
    ...pem({ subject: name, issuer, key: own, lifetime: thisWeek(), extensions: isAuthority }),
    issue(host, lifetime = thisWeek()) {
      const extensions = extension('551d11', sequence(alternativeName(host)));
      return pem({ subject: host, issuer, key: newKey(), lifetime, extensions });
    },
  };
}

interface Certified {
  readonly subject: string;
  readonly issuer: { readonly name: string; readonly privateKey: KeyObject };
  readonly key: ReturnType<typeof newKey>;
  readonly lifetime: Lifetime;
  readonly extensions: Buffer;
}

let serial = 0;

/** RFC 5280, 4.1. */
function pem({ subject, issuer, key, lifetime, extensions }: Certified): Identity {
  serial += 1;
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([0x40, serial >> 8, serial & 0xff])),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(time(lifetime.from), time(lifetime.until)),
    commonName(subject),
    key.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, issuer.privateKey));
  const base64 = sequence(signed, ecdsaWithSha256, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** A tag, the length and the contents (X.690). */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return der(0x30, ...contents);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  return der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`));
}

function alternativeName(host: string): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  return isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}
