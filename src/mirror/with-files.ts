/** What files of changes lack: the files that their products name, such as pictures. They come with the products in lists of the release. */
import { inBatches } from '../contract/platform/in-batches.ts';
import { encodeFilter } from '../domain/filter/encode-filter.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { Json, PlatformPage, PlatformReader } from './platform-reader.ts';

export interface WithFilesOptions {
  readonly reader: PlatformReader;
  /** Its path. */
  readonly release: string;
}

/** As a filter can have it: one that no text may be is for the importer to refuse. */
const idOf = ({ id }: Json) => String(id).toWellFormed();

/** The same records in the same order. @throws DomainError, MirrorProblem */
export async function* withFiles(
  options: WithFilesOptions,
  parts: AsyncIterable<readonly Json[]>,
): AsyncGenerator<Pick<PlatformPage, 'path' | 'data' | 'included'>> {
  let waiting: readonly Json[] = [];
  for await (const records of parts) {
    const batches = inBatches([...waiting, ...records], idOf);
    waiting = batches.pop() ?? [];
    for (const batch of batches) yield await complete(options, batch);
  }
  yield await complete(options, waiting);
}

async function complete({ reader, release }: WithFilesOptions, data: readonly Json[]) {
  const values = data.filter(namesFile).map(idOf);
  if (values.length === 0) return { path: '', data, included: null };
  const filter = encodeFilter([{ attribute: 'id', operator: 'in', values }]);
  const { included } = await reader.readPage(`${release}/products`, `${reader.withFiles}&filter=${filter}`);
  return { path: '', data, included };
}

function namesFile({ relationships }: Json): boolean {
  const { main_image, files } = isObject(relationships) ? relationships : {};
  return [main_image, files].some((named) => isObject(named) && [named.data].flat().some(isObject));
}
