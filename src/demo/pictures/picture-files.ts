import type { FileResource } from '../../contract/file.ts';
import { demoId } from '../demo-id.ts';
import { drawPicture, picturedSpecs, pictureName, pictureSize } from './demo-picture.ts';

/** The records of the pictures. They lead to the gateway itself, wherever it is reached. */
export function toPictureFiles(baseUrl = ''): FileResource[] {
  return picturedSpecs.map((spec) => ({
    id: demoId(`image/${spec.key}`),
    type: 'file',
    link: { href: `${baseUrl}/demo/pictures/${pictureName(spec.key)}` },
    file_name: `${spec.key}.svg`,
    mime_type: 'image/svg+xml',
    file_size: Buffer.byteLength(drawPicture(spec)),
    meta: { dimensions: { width: pictureSize, height: pictureSize } },
  }));
}
