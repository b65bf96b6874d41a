/** What `npm ci` installs: on every machine, from whatever registry it has, with nothing to compile and nobody to report to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

interface Locked {
  readonly resolved?: string;
  readonly gypfile?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packages: Readonly<Record<string, Locked>> = readJson('package-lock.json').packages;

describe('the lockfile', () => {
  it('names no registry', () => {
    expect(Object.keys(packages).filter((name) => packages[name]?.resolved !== undefined)).toEqual([]);
  });

  it('names none for the benchmark either', () => {
    const locked: readonly Locked[] = Object.values(readJson('bench', 'package-lock.json').packages);
    expect(locked.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('asks nobody to compile: `npm run lock` marks better-sqlite3, which brings its binaries', () => {
    expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
  });

  it('holds the binaries of every platform, so that npm ci works on each', () => {
    const optional = Object.values(packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
    const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    expect(optional.length).toBeGreaterThan(20);
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
  });
});

it('nothing sends reports to a vendor: there is no such library', () => {
  const telemetry = /sentry|newrelic|dd-trace|applicationinsights|elastic-apm/;
  expect(Object.keys(readJson('package.json').dependencies).filter((name) => telemetry.test(name))).toEqual([]);
});
