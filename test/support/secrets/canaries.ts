/** Secrets that are easy to recognise, and a record of everything that came out: which of them shows up, and where. */
import { randomUUID } from 'node:crypto';

export interface Canaries {
  /** A new secret of that kind: letters and digits, so that it is valid wherever it is sent. */
  make(kind: string): string;
  /** A secret that somebody else made: a token, a password. */
  add(kind: string, secret: string): string;
  /** Something came out. `allowed`: the kinds that it may hold, because the contract says so. */
  saw(where: string, text: string, allowed?: readonly string[]): void;
  /** "kind in where" for each that showed up where it must not. */
  leaks(): string[];
  /** How much was looked at. */
  readonly seen: readonly string[];
}

/** What may come out, and where: nothing else may, anywhere. */
export const may = {
  /** RFC 6749: who proves a secret gets a token. */
  answerOfTokenEndpoint: ['issued token'],
  /** `npm run token` is there to print one, and `npm run create-key` to show the secret, this once. */
  outputOfToken: ['token of the command line'],
  outputOfCreateKey: ['created secret'],
  /** The demo store's, which everybody knows, on the terminal of whoever started it. */
  welcome: ['token of the welcome'],
} as const;

export function createCanaries(): Canaries {
  const secrets = new Map<string, string>();
  const outputs: { where: string; text: string; allowed: readonly string[] }[] = [];
  const add = (kind: string, secret: string) => {
    secrets.set(secret, kind);
    return secret;
  };
  return {
    make: (kind) => add(kind, `CANARY${kind.replaceAll(/\W/g, '')}${randomUUID().replaceAll('-', '')}`),
    add,
    saw: (where, text, allowed = []) => void outputs.push({ where, text, allowed }),
    leaks() {
      const forms = [...secrets].map(([secret, kind]) => ({ kind, forms: formsOf(secret) }));
      return outputs.flatMap(({ where, text, allowed }) => {
        const shown = decodings(text);
        return forms
          .filter(({ kind, forms }) => !allowed.includes(kind) && forms.some((form) => shown.includes(form)))
          .map(({ kind, forms }) => `${kind} in ${where}: ${excerptAround(forms, shown)}`);
      });
    },
    get seen() {
      return outputs.map(({ where }) => where);
    },
  };
}

/** As it is, in hexadecimal, and in base64 wherever it stands in what was encoded. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${'x'.repeat(offset)}${secret}`).toString('base64');
    // What shares a group with its neighbours differs with them.
    return text.slice(offset === 0 ? 0 : 4, 4 * Math.floor((secret.length + offset) / 3));
  });
  const forms = [secret, Buffer.from(secret).toString('hex'), ...base64];
  return [...new Set(forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]))].map(lowerCased);
}

/** The text, and what it says when its percent-encoding and its JSON escapes are undone. */
function decodings(text: string): string {
  const fromPercent = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const fromJson = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return lowerCased([text, fromPercent, fromJson].join('\n'));
}

/** What stands around the first of them, in the decoded text. */
function excerptAround(forms: readonly string[], text: string): string {
  const start = Math.min(...forms.map((form) => text.indexOf(form)).filter((index) => index >= 0));
  return text.slice(Math.max(0, start - 200), start + 100);
}

function lowerCased(text: string): string {
  return text.toLowerCase();
}
