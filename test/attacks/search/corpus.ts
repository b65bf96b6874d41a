/** What a search has found so far, kept in a file: the next one goes on from there. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Tried } from './archive.ts';

export interface Corpus {
  readonly runs: number;
  readonly tried: number;
  readonly seconds: number;
  /** What is in the archive. */
  readonly worst: readonly Tried[];
  /** What broke a bound each time, or the gateway itself. */
  readonly beyond: readonly Tried[];
  readonly bugs: readonly Tried[];
}

const nothing: Corpus = { runs: 0, tried: 0, seconds: 0, worst: [], beyond: [], bugs: [] };

export function readCorpus(file: string): Corpus {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing;
}

export function writeCorpus(file: string, corpus: Corpus): void {
  // Of a document, where its nodes stood in some text is not needed, and longer than the rest.
  writeFileSync(
    file,
    JSON.stringify(corpus, (name, value) => (name === 'loc' ? undefined : value)),
  );
}
