/** Reads variables by what they are; what is faulty is noted in a sentence, and the unset value stands for it. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DomainError, excerpt } from './domain/errors.ts';
import type { Secret } from './domain/secret.ts';
import { faultOfTls, splitHosts, targetOf } from './storage/database-url.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Reader = ReturnType<typeof createReader>;

/** An empty variable is as good as none. */
export function createReader(environment: Environment, faults: string[]) {
  const names = new Set<string>();
  const value = (name: string) => {
    names.add(name);
    return environment[name]?.trim() || null;
  };
  return {
    ...createAddressReader(value, faults),
    ...createDatabaseUrlReader(value, faults),
    ...createSecretReader(value, faults),

    /** Of all that were read. */
    names: (): readonly string[] => [...names],

    text: (name: string, unset: string) => value(name) ?? unset,

    integer(name: string, unset: number, { min, max }: { min: number; max: number }): number {
      const text = value(name);
      if (text === null) return unset;
      const number = Number(text);
      if (/^\d+$/.test(text) && number >= min && number <= max) return number;
      faults.push(`${name} must be a whole number from ${min} to ${max}, but is '${excerpt(text)}'.`);
      return unset;
    },

    flag(name: string, unset: boolean): boolean {
      const text = value(name)?.toLowerCase();
      if (text === undefined) return unset;
      if (['1', 'true', 'on', 'yes'].includes(text)) return true;
      if (['0', 'false', 'off', 'no'].includes(text)) return false;
      faults.push(`${name} must be on or off, but is '${excerpt(text)}'.`);
      return unset;
    },

    oneOf<Choice extends string>(name: string, choices: readonly Choice[], unset: Choice): Choice {
      const text = value(name);
      const choice = choices.find((known) => known === text);
      if (text !== null && !choice)
        faults.push(`${name} must be one of ${choices.join(', ')}, but is '${excerpt(text)}'.`);
      return choice ?? unset;
    },
  };
}

/** URLs and origins. */
function createAddressReader(value: (name: string) => string | null, faults: string[]) {
  return {
    /** As browsers send them, to be compared letter by letter: `https://shop.example`, no slash, never `*`; or with a first label `*`. */
    origins(name: string): readonly string[] {
      const items = (value(name) ?? '').split(',').flatMap((item) => item.trim() || []);
      const faulty = items.filter((item) => !isOrigin(item));
      for (const item of faulty) {
        const shown = item.includes('@') ? 'one with a user or a password' : `'${excerpt(item)}'`;
        faults.push(`${name} must list origins, as https://shop.example is, but holds ${shown}.`);
      }
      return items;
    },

    /** Shown to others, so nothing that is to be kept. */
    webUrl(name: string): string | null {
      const text = this.url(name, ['http:', 'https:']);
      const { username, password } = new URL(text ?? 'http://unset');
      if (username !== '' || password !== '') faults.push(`${name} must not hold a user or a password.`);
      return text;
    },

    /** Not quoted when it is faulty: it may hold a password. */
    url(name: string, protocols: readonly string[]): string | null {
      const text = value(name);
      if (text === null) return null;
      if (URL.canParse(text) && protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`)))
        return text;
      faults.push(
        `${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      );
      return null;
    },
  };
}

/** Of PostgreSQL. */
function createDatabaseUrlReader(value: (name: string) => string | null, faults: string[]) {
  return {
    /** Separated by commas, each of one host. Not quoted when one is faulty. */
    databaseUrls(name: string): readonly string[] {
      const urls = (value(name) ?? '').split(',').flatMap((url) => url.trim() || []);
      const isEachOne = urls.every((url) => splitHosts(url)?.length === 1 && targetOf(url) === null);
      const [fault] = urls.flatMap((url) => faultOfTls(url) ?? []);
      if (!isEachOne)
        faults.push(`${name} must list URLs that start with postgres:// or postgresql://, each of one host.`);
      else if (fault !== undefined) faults.push(`${name} ${fault}`);
      else return urls;
      return [];
    },

    /** Of one host or of several. Not quoted when it is faulty. */
    databaseUrl(name: string, text: string | null): string | null {
      if (text === null) return null;
      const target = targetOf(text);
      const tlsFault = faultOfTls(text);
      if (!splitHosts(text)) faults.push(`${name} must be a URL that starts with postgres:// or postgresql://.`);
      else if (target !== null && target !== 'read-write' && target !== 'primary') {
        faults.push(`${name} must have no target_session_attrs but read-write or primary: the gateway writes.`);
      } else if (tlsFault !== null) faults.push(`${name} ${tlsFault}`);
      else return text;
      return null;
    },
  };
}

/** What is told to nobody: from the variable itself, or from the file that `…_FILE` names, as containers mount secrets. */
function createSecretReader(value: (name: string) => string | null, faults: string[]) {
  /** As it is at the start; null: neither is set, or the file can't be read. */
  function now(name: string): string | null {
    const [text, file] = [value(name), value(`${name}_FILE`)];
    if (text !== null && file !== null)
      faults.push(`${name} must not be set with ${name}_FILE: one of them would be ignored.`);
    return text ?? (file === null ? null : readAtStart(`${name}_FILE`, file));
  }

  function readAtStart(name: string, file: string): string | null {
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '') faults.push(`${name} must name a file that holds something.`);
      return text || null;
    } catch (error) {
      faults.push(`${name} must name a file that can be read (${(error as NodeJS.ErrnoException).code}).`);
      return null;
    }
  }

  return {
    secretNow: now,

    /** Null: it is not set. What is read from a file is read anew each time. */
    secret(name: string, leastLength = 1): Secret | null {
      const text = now(name);
      if (text === null) return null;
      if (text.length < leastLength) faults.push(`${name} must be at least ${leastLength} characters long.`);
      const file = value(`${name}_FILE`);
      return file === null ? async () => text : () => readSecret(`${name}_FILE`, file, leastLength);
    },
  };
}

/** @throws DomainError UNAVAILABLE, also while it is written: what is there then is not the secret */
async function readSecret(name: string, file: string, leastLength: number): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadableSecret(`The file of ${name} can not be read (${error.code}).`);
  });
  const secret = text.trim();
  if (secret.length >= leastLength) return secret;
  throw unreadableSecret(`The file of ${name} must hold at least ${leastLength} characters.`);
}

function unreadableSecret(why: string): DomainError {
  const message = 'A secret of the gateway can not be read for the moment. Try again.';
  return new DomainError('UNAVAILABLE', message, [], { cause: new Error(why) });
}

function isOrigin(item: string): boolean {
  const origin = item.replace('://*.', '://any.');
  if (origin.includes('*') || !URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  // Whoever has a domain of their own has a name before the last one.
  return origin === item || new URL(origin).hostname.split('.').length > 2;
}
