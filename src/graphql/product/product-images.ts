/** The pictures of a product. */
import type { File } from '../../domain/file/file.ts';
import { builder } from '../schema/builder.ts';
import { loadEach } from '../schema/load-each.ts';
import { chargeIds, type DetailedSource, ofIds, ProductType, type ShownSource } from './product-ref.ts';

/** Of one product, as many are shown. */
const maxImages = 50;

const FileType = builder.objectRef<File>('File');
builder.node(FileType, {
  description: 'A file of the store, such as a picture. Its content is where `url` says: the gateway never fetches it.',
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.file.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    url: t.exposeString('url', { description: 'Where its content is: an absolute link, `http` or `https`.' }),
    fileName: t.exposeString('fileName', {
      nullable: true,
      description: 'The name that it was uploaded under; null if the platform does not say.',
    }),
    mimeType: t.exposeString('mimeType', {
      nullable: true,
      description: 'What kind of content it is, such as `image/png`; null if the platform does not say.',
    }),
    width: t.exposeInt('width', {
      nullable: true,
      description: 'In pixels; null if it is not a picture, or the platform does not say.',
    }),
    height: t.exposeInt('height', {
      nullable: true,
      description: 'In pixels; null if it is not a picture, or the platform does not say.',
    }),
    size: t.expose('size', {
      type: 'BigInt',
      nullable: true,
      description: 'In bytes; null if the platform does not say.',
    }),
  }),
});

builder.objectFields(ProductType, (t) => ({
  mainImage: t.field({
    type: FileType,
    nullable: true,
    description: 'The picture that stands for it; null if it has none, or none whose link is known. Batched.',
    resolve: ({ mainImageId }: ShownSource, _args, { loaders }) =>
      mainImageId === null ? null : loaders.file.load(mainImageId),
  }),
  images: t.field({
    type: [FileType],
    description:
      `Its pictures whose links are known: the main image, then those among its first ${maxImages} files that are pictures ` +
      '(`image/…`), in the order of the platform. Batched.',
    extensions: ofIds,
    resolve: async ({ mainImageId, files, view }: DetailedSource, _args, { loaders }) => {
      const others = files
        .values()
        .filter(({ id }) => id !== mainImageId)
        .take(maxImages);
      const ids = [...(mainImageId === null ? [] : [mainImageId]), ...others.map(({ id }) => id)];
      chargeIds(view, ids);
      const found = await Promise.all(ids.map((id) => loaders.file.load(id)));
      return found.filter((file) => file !== null && (file.id === mainImageId || isPicture(file))) as File[];
    },
  }),
}));

function isPicture({ mimeType }: File): boolean {
  return mimeType !== null && /^image\//i.test(mimeType);
}
