/** A file that the platform keeps, as its file service and the `included` of products show it. */
import { z } from 'zod';
import type { File } from '../domain/file/file.ts';
import { fileUrlConstraint, fileUrlFault } from '../domain/file/file-url.ts';
import { identifier } from '../domain/input/identifiers.ts';
import { int64, wholeNumber } from '../domain/input/numbers.ts';
import { rule } from '../domain/input/text.ts';
import { maybe, openObject, present } from './building-blocks.ts';

const maxPixels = 2 ** 31 - 1;

export const file = openObject({
  id: identifier,
  type: z.literal('file'),
  link: openObject({
    href: z
      .string()
      .check(rule(fileUrlFault))
      .meta({ ...fileUrlConstraint, format: 'uri' }),
  }),
  file_name: z.string().nullish(),
  mime_type: z.string().nullish(),
  /** In bytes. */
  file_size: int64({ min: 0 }).nullish(),
  meta: maybe(
    openObject({
      dimensions: maybe(
        openObject({ width: wholeNumber(0, maxPixels).nullish(), height: wholeNumber(0, maxPixels).nullish() }),
      ),
    }),
  ),
}).meta({ id: 'File' });

export type FileResource = z.input<typeof file>;

export function toFile({ id, link, file_name, mime_type, file_size, meta }: FileResource): File {
  return {
    id,
    url: link.href,
    fileName: file_name ?? null,
    mimeType: mime_type ?? null,
    width: meta?.dimensions?.width ?? null,
    height: meta?.dimensions?.height ?? null,
    size: file_size ?? null,
  };
}

export function toFileResource({ id, url, fileName, mimeType, width, height, size }: File): FileResource {
  return {
    id,
    type: 'file',
    link: { href: url },
    ...present({ file_name: fileName, mime_type: mimeType, file_size: size }),
    ...((width !== null || height !== null) && { meta: { dimensions: present({ width, height }) } }),
  };
}
