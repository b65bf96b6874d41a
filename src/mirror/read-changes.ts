/** Products that changed, of one release after the other: the latest first, so that the first word on a product counts. */
import { DomainError } from '../domain/errors.ts';
import { MirrorProblem } from './mirror-problem.ts';
import type { PlatformRelease } from './platform-directory.ts';
import { FileProblem, type Json, type PlatformPage, pathOnPlatform } from './platform-reader.ts';
import type { ReadProductsOptions } from './read-products.ts';
import { withFiles } from './with-files.ts';

export interface ReadChangesOptions extends ReadProductsOptions {
  /** Where the platform's paths begin. */
  readonly platformUrl: string;
  /** What a link leads to that is not the platform's own. */
  readonly downloadFile: (link: string) => AsyncGenerator<readonly Json[]>;
}

/** Answers the ids of those that are gone. @throws FileProblem where what changed can't be had */
export async function readChanges(
  options: ReadChangesOptions,
  deltas: readonly PlatformRelease[],
): Promise<Set<string>> {
  const { file } = options;
  const removed = new Set<string>();
  for (const { deltaLink } of deltas) {
    for await (const page of partsOf(options, deltaLink ?? '')) {
      const gone = page.data.filter(({ delta_type }) => delta_type === 'delete').map(({ id }) => String(id));
      for (const id of gone) if (!file.has(id)) removed.add(id);
      file.pass(gone);
      const changed = page.data.filter(({ delta_type }) => delta_type !== 'delete');
      await file.add({ ...page, data: changed.map(({ delta_type, ...record }) => record) });
    }
  }
  return removed;
}

async function* partsOf(
  { reader, release, platformUrl, downloadFile }: ReadChangesOptions,
  link: string,
): AsyncGenerator<Pick<PlatformPage, 'path' | 'data' | 'included'>> {
  const path = pathOnPlatform(link, platformUrl);
  try {
    if (path === null) yield* withFiles({ reader, release }, downloadFile(link));
    else yield* reader.listParts(`${path}${path.includes('?') ? '&' : '?'}${reader.withFiles}`);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    // Platforms keep it for a while, and name it for longer: whether it is gone or can't be read, there are other ways.
    if (!(error instanceof DomainError || error instanceof MirrorProblem)) throw error;
    throw new FileProblem(`The platform's list of what changed can't be read. ${error.message}`, { cause: error });
  }
}
