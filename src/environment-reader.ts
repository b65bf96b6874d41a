/** Reads variables by what they are; what is faulty is noted in a sentence, and the unset value stands for it. */
import { excerpt } from './domain/errors.ts';
import { splitHosts, targetOf } from './storage/database-url.ts';

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
      if (urls.every((url) => splitHosts(url)?.length === 1 && targetOf(url) === null)) return urls;
      faults.push(`${name} must list URLs that start with postgres:// or postgresql://, each of one host.`);
      return [];
    },

    /** Of one host or of several. Not quoted when it is faulty. */
    databaseUrl(name: string): string | null {
      const text = value(name);
      if (text === null) return null;
      const target = targetOf(text);
      if (!splitHosts(text)) faults.push(`${name} must be a URL that starts with postgres:// or postgresql://.`);
      else if (target !== null && target !== 'read-write' && target !== 'primary') {
        faults.push(`${name} must have no target_session_attrs but read-write or primary: the gateway writes.`);
      } else return text;
      return null;
    },
  };
}

function isOrigin(item: string): boolean {
  const origin = item.replace('://*.', '://any.');
  if (origin.includes('*') || !URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  // Whoever has a domain of their own has a name before the last one.
  return origin === item || new URL(origin).hostname.split('.').length > 2;
}
